use wonderwheel_ps2::assert_breaks;

use super::*;

const TWO: &str = "2\r\n\
    {dyn_bat {12.000000,-3.500000,0.000000}, {0.000000,0.000000,0.000000,1.000000}, -1, 0, 0, ffffffff, nil )\r\n\
    {part_fire {4.000000,0.000000,1.250000}, {0.000000,0.000000,0.600000,0.800000}, -1, 26, 3, 80ff0040, night )\r\n";

fn read(text: &str) -> ObjectList {
    ObjectList::read(text.as_bytes()).unwrap()
}

/// Where an error says that it is, and at what offset.
fn place(text: &str) -> (String, u64) {
    let error = ObjectList::read(text.as_bytes()).unwrap_err();
    (error.path().to_string(), error.offset())
}

#[test]
fn words_land_in_their_fields() {
    let list = read(TWO);
    assert_eq!(
        list.objects,
        [
            PlacedObject::at("dyn_bat", [12.0, -3.5, 0.0]),
            PlacedObject {
                rotation: [0.0, 0.0, 0.6, 0.8],
                zone: 26,
                flags: 3,
                tint: 0x80FF_0040,
                flag_name: Some("night".to_owned()),
                ..PlacedObject::at("part_fire", [4.0, 0.0, 1.25])
            }
        ]
    );
    assert!(!list.objects[0].is_emitter());
    assert!(list.objects[1].is_emitter());
    assert_eq!(list.write(), TWO.as_bytes());
}

#[test]
fn a_list_of_nothing_is_a_zero() {
    // 26 of the disc's 63 lists. Source: spec/archives.md 12.
    for text in ["0", "0\r\n", "0\n", "0\0\0\0", "0\r\n\0"] {
        let list = read(text);
        assert!(list.objects.is_empty());
        assert_eq!(list.write(), text.as_bytes(), "{text:?}");
    }
    assert_eq!(ObjectList::default().write(), b"0\r\n");
}

#[test]
fn line_ends_and_zeros_after_the_text_are_kept() {
    let text = TWO.replace("\r\n", "\n") + "\0\0\0";
    let list = read(&text);
    assert_eq!((list.line_end, list.trailing_zeros), (LineEnd::Lf, 3));
    assert_eq!(list.write(), text.as_bytes());
    let open = TWO.trim_end();
    assert_eq!(read(open).write(), open.as_bytes());
}

#[test]
fn blank_lines_and_other_blanks_are_passed_over() {
    let text = "\r\n 1 \r\n\r\n\t{ a{1 , 2,3}  ,{0,0,0,1},-1,2,3,ff,b)  \n\n";
    let list = read(text);
    assert_eq!(
        list.objects,
        [PlacedObject {
            zone: 2,
            flags: 3,
            tint: 0xFF,
            flag_name: Some("b".to_owned()),
            ..PlacedObject::at("a", [1.0, 2.0, 3.0])
        }]
    );
}

#[test]
fn an_error_names_line_and_column() {
    // What is put in, in which line, and from where on the line is not understood.
    for (from, to, line, rest) in [
        ("2\r\n", "x\r\n", 1, "x"),
        ("2\r\n", "2 3\r\n", 1, "3"),
        ("{dyn_bat", "(dyn_bat", 2, "(dyn_bat"),
        ("-3.500000", "-3.5e99", 2, "-3.5e99"),
        ("-3.500000", "nan", 2, "nan"),
        ("-3.500000,", "-3.5}", 2, "}0.000000}"),
        ("26, 3", "26, x", 3, "x, 80ff"),
        ("26, 3", "26, 4294967296", 3, "4294967296"),
        ("80ff0040", "+ff", 3, "+ff"),
        ("80ff0040", "180ff0040", 3, "180ff0040"),
        ("nil )", "nil }", 2, "}\r\n"),
        ("nil )", "nil ) ?", 2, "?"),
    ] {
        let text = TWO.replacen(from, to, 1);
        assert_ne!(text, TWO, "{from}");
        let begin = text
            .split_inclusive('\n')
            .take(line - 1)
            .map(str::len)
            .sum();
        let column = text[begin..].find(rest).unwrap();
        assert_eq!(
            place(&text),
            (
                format!("object list/line {line} column {}", column + 1),
                (begin + column) as u64
            ),
            "{from} -> {to}"
        );
    }
}

#[test]
fn the_count_is_that_of_the_lines() {
    let (path, offset) = place(&TWO.replacen('2', "3", 1));
    assert_eq!(path, "object list/line 4");
    assert_eq!(offset, TWO.len() as u64);
    assert_eq!(
        place(&TWO.replacen('2', "1", 1)).0,
        "object list/line 3 column 1"
    );
    assert_eq!(place("").0, "object list/line 1");
}

#[test]
fn a_count_of_four_billion_is_a_limit() {
    assert!(matches!(
        ObjectList::read(b"4294967295"),
        Err(FormatError::Limit {
            limit: "objects",
            found: 4_294_967_295,
            ..
        })
    ));
}

#[test]
fn a_text_cut_anywhere_is_an_error_or_a_list() {
    for length in 0..TWO.len() {
        if let Ok(list) = ObjectList::read(&TWO.as_bytes()[..length]) {
            // Only the last line's end can be missing, or half of it.
            assert_eq!(list.objects.len(), 2, "{length}");
            assert!(length >= TWO.len() - 2);
        }
    }
}

#[test]
fn values_that_no_list_of_the_disc_has_are_findings() {
    let rules = |object: &PlacedObject, findings: &mut Findings| {
        let found = Findings::of(|f| ObjectList::new(vec![object.clone()]).validate(f));
        for finding in found.into_vec() {
            assert_eq!(finding.path, "object list/object[0]");
            findings.add(finding);
        }
    };
    assert_breaks! { &PlacedObject::at("a", [0.0; 3]), rules;
        "object-spawner-shape" object => object.a = 0;
        "object-rotation-unit" object => object.rotation[3] = 0.5;
        "object-finite" object => object.position[0] = f32::INFINITY;
        "object-name" object => object.name = "a b".into();
        "object-flag-nil" object => object.flag_name = Some("nil".into());
    }
}
