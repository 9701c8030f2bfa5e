//! Made-up messages and sequences of requests, in families of edited copies, each line behind the
//! number of its family and a tab.
//!
//! Line n depends on n alone, as in [`corpus`](crate::corpus). A quarter of the lines have no copy;
//! most other families of 100,000 lines have two to thirty. All are drawn from the same few hundred
//! words, so lines of different families share many.

use std::fmt::Write as _;

use crate::corpus::Random;

/// What the lines are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "the benches use fewer than the generator")]
pub(crate) enum Records {
    /// Short messages, half of them in Chinese, copied with other words, signs, digits and widths.
    Messages,
    /// Steps of visitors, copied with other numbers and intervals, and steps that are lacking or
    /// new.
    Behaviours,
}

/// Families that have copies.
const FAMILIES: u64 = 30_000;

/// What a site's visitors want: sequences of different kinds have different paths.
const KINDS: u64 = 12;

const ENGLISH: &str = "account action address agent amount answer apply bank bargain basket benefit bill bonus book bottle boss branch \
    budget button call camera card carpet case cash chair chance change check choice city claim class click client clock coat code coffee \
    contact copy corner cost country coupon course credit customer dark date deal delivery desk detail device dinner discount doctor door \
    dress drink driver early easy email engine event express family fast fee field file film finish fish flight floor form free fresh \
    friend garden gift glass gold grand great green group guest hand health help home hotel hour house idea income invite island job join \
    kitchen label lamp last late letter level light limit link list loan local lucky lunch machine mail market meal meeting member menu \
    message mobile model money month morning music name network night note number offer office online open option order owner package page \
    paper parcel park partner party pass payment phone photo piece plan point pool post price print private prize profit program promise \
    public purchase quality question quick rate ready receive refund region register rent reply report request reward ring river road room \
    safe salary sale school score season seat secret sell send service share ship shop sign silver simple small smart song speed sport \
    spring staff stamp station stock store story street student study summer supply support table talk tax team test ticket time today \
    token tool total tour town track trade train travel trip truck trust update upgrade urgent user vacation value video village visit \
    voice wait wallet watch water week welcome winner winter word work world yellow young";

const CHINESE: &str = "账户 活动 地址 代理 金额 答案 申请 银行 便宜 购物 福利 账单 奖金 预订 饮料 老板 分行 预算 按钮 电话 相机 卡片 现金 机会 变化 检查 选择 城市 \
    领取 课程 点击 客户 时钟 外套 密码 咖啡 联系 复制 费用 国家 优惠 信用 日期 交易 快递 详情 设备 晚餐 折扣 医生 衣服 司机 容易 邮件 引擎 事件 家庭 文件 电影 完成 \
    航班 表格 免费 新鲜 朋友 花园 礼物 玻璃 黄金 绿色 小组 客人 健康 帮助 酒店 小时 房子 主意 收入 邀请 工作 加入 厨房 标签 最后 等级 限制 链接 名单 贷款 本地 幸运 \
    午餐 机器 市场 会议 会员 菜单 消息 手机 模型 月份 早上 音乐 名字 网络 夜晚 号码 报价 办公 在线 打开 订单 包裹 页面 公园 伙伴 通过 付款 照片 计划 积分 价格 打印 \
    私人 奖品 利润 程序 承诺 公开 质量 问题 快速 利率 准备 收到 退款 地区 注册 租金 回复 报告 请求 奖励 安全 工资 学校 分数 季节 座位 秘密 发送 服务 分享 商店 签名 \
    简单 智能 速度 运动 春天 员工 车站 股票 故事 学生 学习 夏天 支持 税务 团队 测试 车票 时间 今天 工具 旅游 贸易 培训 旅行 信任 更新 升级 紧急 用户 假期 价值 视频 \
    访问 语音 等待 钱包 关注 本周 欢迎 冬天 世界 微信 添加 专业 办理 代开 发票 额度 提现 到账 充值 平台 投资 理财 推荐 下载 限时 抢购 客服 咨询 详细 了解 名额";

const ENDPOINTS: [&str; 16] = [
    "login", "cart", "search", "item", "review", "profile", "orders", "payment", "coupon", "help",
    "logout", "address", "wishlist", "share", "message", "verify",
];

#[allow(dead_code, reason = "the benches use fewer than the generator")]
impl Records {
    pub(crate) const ALL: [Self; 2] = [Self::Messages, Self::Behaviours];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Messages => "messages",
            Self::Behaviours => "behaviours",
        }
    }

    /// Appends one line, with its line end.
    pub(crate) fn line(self, number: u64, line: &mut Vec<u8>) {
        let mut random = Random::new(number, 1000 + self as u64);
        let alone = random.percent(25);
        let family = if alone {
            FAMILIES + number
        } else {
            random.skewed(FAMILIES)
        };
        let mut text = format!("{family}\t");
        // What all of the family begin with depends on its number alone.
        let mut base = Random::new(family, 2000 + self as u64);
        match self {
            Self::Messages => message(&mut base, &mut random, &mut text),
            Self::Behaviours => behaviour(&mut base, &mut random, &mut text),
        }
        text.push('\n');
        line.extend_from_slice(text.as_bytes());
    }
}

fn message(base: &mut Random, random: &mut Random, text: &mut String) {
    let chinese = base.percent(50);
    let all: Vec<&str> = if chinese { CHINESE } else { ENGLISH }
        .split_whitespace()
        .collect();
    // A topic has forty of the words, and a few families one topic, so that they are hard to tell
    // apart.
    let topic = base.below(60);
    let of_topic = |random: &mut Random| {
        let index = Random::new(topic * 40 + random.skewed(40), 3000).index(all.len());
        all[index].to_owned()
    };
    let count = 9 + base.index(14);
    let mut words: Vec<String> = (0..count)
        .map(|_| match base.below(10) {
            0 => format!("{}", 10 + base.below(9000)),
            1 | 2 => all[base.index(all.len())].to_owned(),
            _ => of_topic(base),
        })
        .collect();
    for _ in 0..random.below(4) {
        let at = random.index(words.len());
        match random.below(6) {
            0 => all[random.index(all.len())].clone_into(&mut words[at]),
            1 => words.insert(at, of_topic(random)),
            2 if words.len() > 6 => drop(words.remove(at)),
            3 => words[at] = format!("{}", 10 + random.below(9000)),
            4 if at > 0 => words.swap(at, at - 1),
            _ => words[at] += ["!", "~~", "...", "?!", "，", "★"][random.index(6)],
        }
    }
    // Signs, capitals and widths that nobody reads.
    let style = random.below(8);
    let joined = words.join(if chinese { "" } else { " " });
    match style {
        0 => text.push_str(&joined.to_uppercase()),
        1 => text.extend(joined.chars().map(wide)),
        2 => text.push_str(&joined.replacen(words[0].as_str(), &format!("【{}】", words[0]), 1)),
        _ => text.push_str(&joined),
    }
}

/// The full-width form of a digit or letter.
fn wide(c: char) -> char {
    if c.is_ascii_alphanumeric() {
        char::from_u32(c as u32 + 0xFEE0).unwrap_or(c)
    } else {
        c
    }
}

fn behaviour(base: &mut Random, random: &mut Random, text: &mut String) {
    let kind = base.below(KINDS);
    let step = |random: &mut Random| {
        let endpoint = ENDPOINTS[random.skewed(16) as usize];
        let method = if random.percent(20) { "POST" } else { "GET" };
        let shape = random.below(4);
        (endpoint, method, shape, 1 << random.below(9))
    };
    let mut steps: Vec<_> = (0..5 + base.below(8)).map(|_| step(base)).collect();
    for _ in 0..random.below(3) {
        let at = random.index(steps.len());
        match random.below(3) {
            0 => steps.insert(at, step(random)),
            1 if steps.len() > 4 => drop(steps.remove(at)),
            _ => {}
        }
    }
    let _ = write!(text, "kind={kind}");
    for (endpoint, method, shape, interval) in steps {
        let id = random.below(100_000);
        let path = match shape {
            0 => format!("/k{kind}/{endpoint}"),
            1 => format!("/k{kind}/{endpoint}/{id}"),
            2 => format!("/k{kind}/{endpoint}?id={id}"),
            _ => format!("/{endpoint}/{id}/edit"),
        };
        // Nobody takes the same time twice.
        let tenths = interval * (8 + random.below(5));
        let _ = write!(text, " {path}|{method}|{}.{}", tenths / 10, tenths % 10);
    }
}
