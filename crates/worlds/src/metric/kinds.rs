//! What things are good for in a metric room: by what a scene states, else by their class.
//!
//! ```
//! use vedette_worlds::metric::{Role, Roles};
//!
//! let mug = Roles::of("Mug", None).unwrap();
//! assert!(mug.has(Role::Grab) && mug.has(Role::Fill) && !mug.has(Role::Switch));
//! // What a scene states of handling wins; what a thing is by nature, such as a source of heat, stays.
//! let stove = Roles::of("stove", Some(&mut ["HAS_SWITCH"].into_iter())).unwrap();
//! assert!(stove.has(Role::Switch) && stove.has(Role::Heat) && !stove.has(Role::Surface));
//! assert_eq!(Roles::of("flux_capacitor", None), None, "nothing is known of it");
//! ```
//!
//! Classes are those of AI2-THOR and of `VirtualHome`, compared without case and underscores. The table
//! is ours, a judgement of what such things are; a scene overrides it with properties.

use crate::vocabulary::fold;

/// Something that a thing is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// It can be picked up.
    Grab,
    /// Things can be set on it.
    Surface,
    /// It has an inside, behind its door if it opens.
    Contain,
    /// It can be switched on and off.
    Switch,
    /// It can be opened and closed.
    Open,
    /// It can hold a liquid.
    Fill,
    /// It can be sliced.
    Cut,
    /// Switched on (or without a switch), it heats what is on it or shut in it.
    Heat,
    /// It cools what is shut in it.
    Cool,
    /// Switched on, it fills and cleans what is in or on it, or in the basin next to it.
    Water,
    /// Switched on, it fills what is in or on it.
    Brew,
    /// Slicing takes one in the hand.
    Sharp,
    /// It breaks when it falls.
    Fragile,
    /// Heat cooks it.
    Cook,
    /// It is a room.
    Room,
}

/// A set of roles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Roles(u16);

/// Roles that a statement of properties decides, with the properties that say so.
const STATED: &[(Role, &[&str])] = &[
    (Role::Grab, &["GRABBABLE"]),
    (Role::Surface, &["SURFACES", "SITTABLE", "LIEABLE"]),
    (Role::Contain, &["CONTAINERS"]),
    (Role::Switch, &["HAS_SWITCH"]),
    (Role::Open, &["CAN_OPEN"]),
    (Role::Fill, &["RECIPIENT", "CAN_FILL"]),
    (Role::Cut, &["CUTTABLE"]),
    (Role::Room, &["ROOM"]),
];

/// Roles by nature, which properties may add.
const NATURE: &[(Role, &str)] = &[
    (Role::Heat, "HEATS"),
    (Role::Cool, "COOLS"),
    (Role::Water, "WATER"),
    (Role::Brew, "BREWS"),
    (Role::Sharp, "SHARP"),
    (Role::Fragile, "FRAGILE"),
    (Role::Cook, "COOKABLE"),
];

use Role::{
    Brew as B, Contain as C, Cook as K, Cool as L, Cut as X, Fill as F, Fragile as Y, Grab as G,
    Heat as H, Open as O, Room as R, Sharp as P, Surface as S, Switch as W, Water as A,
};

#[rustfmt::skip]
const CLASSES: &[(&str, &[Role])] = &[
    ("balcony bathroom bedroom diningroom garage hallway homeoffice kidsbedroom kitchen laundryroom livingroom nursery workshop room", &[R]),
    ("countertop kitchencounter bathroomcounter counter table kitchentable coffeetable diningtable sidetable desk shelf bookshelf tvstand dresser nightstand stand tray cart ottoman footstool", &[S]),
    ("bed couch sofa chair armchair stool bench rug mat doormat", &[S]),
    ("stoveburner burner hotplate", &[S, W, H]),
    ("stove", &[S, W, H, O, C]),
    ("oven toasteroven", &[C, O, W, H]),
    ("microwave", &[C, O, W, H]),
    ("toaster", &[C, W, H]),
    ("fireplace", &[S, W, H]),
    ("iron hairdryer hairstraightener", &[G, W, H]),
    ("heater radiator", &[W, H]),
    ("candle", &[G, W, H]),
    ("fridge refrigerator freezer", &[C, O, L]),
    ("cabinet kitchencabinet bathroomcabinet cupboard drawer safe wardrobe closet", &[C, O]),
    ("dishwasher washingmachine", &[C, O, W, A]),
    ("box laundryhamper basketforclothes garbagecan trashcan basket", &[G, C]),
    ("sink sinkbasin bathtub bathtubbasin", &[C]),
    ("faucet showerhead", &[W, A]),
    ("coffeemachine coffeemaker coffemaker", &[C, W, B]),
    ("television tv lamp desklamp floorlamp tablelamp lightswitch ceilinglamp computer fan radio stereo vacuumcleaner", &[W]),
    ("laptop cellphone phone tablet", &[G, W, O, Y]),
    ("mug cup coffeecup wineglass glass drinkingglass waterglass vase winebottle", &[G, F, Y]),
    ("bowl", &[G, F, Y, S]),
    ("bottle kettle teapot wateringcan coffeepot", &[G, F]),
    ("pot pan fryingpan saucepan cookingpot", &[G, F, S]),
    ("plate", &[G, S, Y]),
    ("knife butterknife cutlets cutleryknife scissors razor", &[G, P]),
    ("egg", &[G, X, K, Y]),
    ("potato chicken steak foodchicken foodsteak foodpotato foodfish foodegg", &[G, X, K]),
    ("apple bread lettuce tomato banana onion carrot cucumber foodbread foodapple foodcarrot foodcheese foodpizza", &[G, X]),
    ("statue mirrorhand lightbulb picture painting", &[G, Y]),
    ("towel handtowel cloth papertowel papertowelroll toiletpaper tissue tissuebox newspaper magazine book novel pillow blanket curtainsmall clothes dress shirt pants cardboardbox paper dishtowel teddybear napkin", &[G]),
    ("fork spoon spatula ladle soapbar soapbottle spraybottle dishsponge sponge toothbrush remotecontrol pen pencil creditcard keychain keys watch alarmclock saltshaker peppershaker basketball aluminumfoil milk juice wine cereal tincan medicine pills bleach detergent matches lighter toy ball", &[G]),
    ("window curtains door", &[O]),
    ("mirror toilet poster houseplant plant wall floor shelvingunit towelholder", &[]),
];

impl Roles {
    /// The roles of a class, with the properties that a scene states of the thing; none if it states
    /// none and the class is not known.
    pub fn of(class: &str, stated: Option<&mut dyn Iterator<Item = &str>>) -> Option<Self> {
        let class = fold(class);
        let row = CLASSES.iter().find(|row| row.0.split(' ').any(|name| name == class));
        let known = row.map(|row| row.1.iter().fold(Self::default(), |all, &role| all.with(role)));
        let Some(stated) = stated else { return known };
        let mut roles = known.unwrap_or_default();
        for &(role, _) in STATED {
            // A room is one by its class; that a scene need not say.
            if role != Role::Room {
                roles = roles.without(role);
            }
        }
        for property in stated {
            let is = |name: &str| name.eq_ignore_ascii_case(property);
            let handled = STATED.iter().filter(|row| row.1.iter().any(|&name| is(name)));
            let natural = NATURE.iter().filter(|row| is(row.1));
            let new = handled.map(|row| row.0).chain(natural.map(|row| row.0));
            roles = new.fold(roles, Self::with);
        }
        Some(roles)
    }

    /// Whether the role is one of these.
    pub fn has(self, role: Role) -> bool {
        self.0 & 1 << role as u16 != 0
    }

    fn with(self, role: Role) -> Self {
        Self(self.0 | 1 << role as u16)
    }

    fn without(self, role: Role) -> Self {
        Self(self.0 & !(1 << role as u16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_class_stands_twice_and_names_are_folded() {
        let mut names: Vec<&str> = CLASSES.iter().flat_map(|row| row.0.split(' ')).collect();
        assert!(names.iter().all(|&name| fold(name) == name));
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
