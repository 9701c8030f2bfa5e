//! Parameters that change nothing: those that are known everywhere, and those of one host.

use crate::program::kept;

fn text(arguments: &[&str], list: &str) -> String {
    String::from_utf8(kept(&[&["-q"], arguments].concat(), list.as_bytes())).expect("the output is text")
}

/// One name of each product that adds such names to links.
#[test]
fn what_products_add_to_links_is_not_compared() {
    let names = [
        "_pos",
        "_ss",
        "_sid",
        "_fid",
        "_psq",
        "pr_prod_strat",
        "pr_rec_id",
        "pr_rec_pid",
        "pr_ref_pid",
        "pr_seq",
        "trk_re",
        "trk_o",
        "tblci",
        "ICID",
        "erid",
        "snrai_campaign",
        "snrai_id",
        "intcmp",
        "_sgm_source",
        "nosto",
        "nosto_source",
        "yottly_online",
        "_branch_match_id",
        "af_xp",
        "is_retargeting",
        "cjdata",
        "obOrigUrl",
        "dicbo",
        "_lrsc",
        "hss_channel",
        "enter_method",
        "mindbox-click-id",
        "roistat",
        "etext",
        "WT.mc_id",
        "cm_mmc",
        "imm_mid",
        "pd_rd_w",
        "doing_wp_cron",
        "_sm_au_",
    ];
    for name in names {
        let list = format!("https://shop.example/tea/kettle\nhttps://shop.example/tea/kettle?{name}=7\n");
        assert_eq!(text(&[], &list).lines().count(), 1, "{name}");
        assert_eq!(text(&["--no-default-ignores"], &list).lines().count(), 2, "{name}");
    }
}

/// Sites use these to choose what they show, though some sites are known where they change nothing.
#[test]
fn names_that_choose_a_page_somewhere_are_compared() {
    for name in
        ["page", "q", "list", "index", "category", "from", "source", "ref", "pid", "linkId", "sort", "ceid"]
    {
        let list = format!("https://shop.example/tea\nhttps://shop.example/tea?{name}=7\n");
        assert_eq!(text(&[], &list).lines().count(), 2, "{name}");
    }
}

#[test]
fn an_escaped_ampersand_is_no_part_of_a_name() {
    let list = "https://shop.example/tea?id=1&colour=red\n\
                https://shop.example/tea?id=2&amp;colour=blue\n\
                https://shop.example/tea?amp;id=3&amp%3Bcolour=green\n\
                https://shop.example/tea?amp;id=4\n";
    assert_eq!(
        text(&[], list),
        "https://shop.example/tea?id=1&colour=red\nhttps://shop.example/tea?amp;id=4\n"
    );
}
