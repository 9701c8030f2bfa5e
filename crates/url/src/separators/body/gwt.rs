//! GWT-RPC: `7|0|4|https://a.example/app/|HASH|com.example.Service|method|...`.

use super::names::BodyFields;
use bstr::ByteSlice;

/// Adds service and method of a call; `false` if the body is not one.
pub(super) fn read(body: &[u8], names: &mut BodyFields) -> bool {
    let fields: Vec<&[u8]> = body.splitn_str(8, "|").collect();
    let [version, flags, count, base, _, service, method, ..] = fields[..] else {
        return false;
    };
    let mut digits = [version, flags, count].into_iter().flatten();
    let is_call = digits.all(u8::is_ascii_digit) && base.find("://").is_some();
    if is_call {
        names.add_operation(b"method", &[service, b".", method].concat());
    }
    is_call
}

#[cfg(test)]
mod tests {
    use super::super::shown;

    #[test]
    fn the_method_of_a_call_counts() {
        for (body, wanted) in [
            (
                "7|0|4|https://a.example/app/|5F0C|com.example.Zork|add|1|2|3|4|0|",
                "method=com.example.Zork.add",
            ),
            ("7|0|4|app|5F0C|com.example.Zork|add|", ""),
            ("7|0|4", ""),
        ] {
            assert_eq!(shown(body.as_bytes()), wanted, "{body}");
        }
    }
}
