//! Enumerations whose values have names.

/// Defines an enumeration with `ALL` values and the `name` of each, by which `Display` shows it.
///
/// ```
/// urlsift_url::named! {
///     /// The material of a cup.
///     #[derive(Clone, Copy, Debug, PartialEq, Eq)]
///     pub enum Material {
///         /// Baked earth.
///         Clay = "clay",
///         /// Molten sand.
///         Glass = "glass",
///     }
/// }
/// assert_eq!(Material::ALL.map(Material::name), ["clay", "glass"]);
/// assert_eq!(Material::Clay.to_string(), "clay");
/// ```
#[macro_export]
macro_rules! named {
    ($(#[$meta:meta])* $visibility:vis enum $type:ident {
        $($(#[$doc:meta])* $value:ident = $name:literal,)+
    }) => {
        $(#[$meta])*
        $visibility enum $type {
            $($(#[$doc])* $value,)+
        }

        impl $type {
            /// All values, in order.
            $visibility const ALL: [Self; [$($name),+].len()] = [$(Self::$value),+];

            /// Returns its name in options and output.
            $visibility const fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $name,)+
                }
            }
        }

        /// Shows its name.
        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}
pub use named;
