//! The files and resources of the game while they are made, and the global lists that name them.

use std::collections::BTreeMap;

use wonderwheel_warriors::chunk::Resource;
use wonderwheel_warriors::lists::{DependencyRecord, GlobalLists};
use wonderwheel_warriors::names::resource_file;

use crate::kit::encode::Files;

/// What has been made so far.
#[derive(Debug)]
pub struct Store {
    /// Files by name.
    pub files: Files,
    /// Resources by hash, whether they have a file of their own or not.
    pub resources: BTreeMap<u32, Resource>,
    /// The lists of `warriors.glr`.
    pub lists: GlobalLists,
    /// Which resource needs which: group and resource.
    needs: Vec<(u32, u32)>,
}

/// A resource's hash and the bytes of its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredResource {
    /// Hash of its name.
    pub hash: u32,
    /// Bytes.
    pub size: u32,
}

impl Default for Store {
    fn default() -> Self {
        Self {
            files: Files::new(),
            resources: BTreeMap::new(),
            lists: GlobalLists::named("warriors"),
            needs: Vec::new(),
        }
    }
}

impl Store {
    /// A resource for packs, without a file of its own.
    pub fn in_packs(&mut self, resource: Resource) -> StoredResource {
        let stored = StoredResource {
            hash: resource.name_hash,
            size: resource.size() as u32,
        };
        self.resources.insert(stored.hash, resource);
        stored
    }

    /// A resource with a file that its hash names.
    pub fn standalone(&mut self, resource: Resource) -> StoredResource {
        let file = resource_file(resource.name_hash);
        self.named(file, resource)
    }

    /// A resource with a file of another name.
    pub fn named(&mut self, file: String, resource: Resource) -> StoredResource {
        self.files.insert(file, resource.write());
        self.in_packs(resource)
    }

    /// Notes that a group wants a resource. Source: spec/chunks.md 5.10.
    pub fn need(&mut self, group: u32, resource: u32) {
        self.needs.push((group, resource));
    }

    /// All files, `warriors.glr` with all lists among them.
    pub fn into_files(mut self) -> Files {
        self.needs
            .sort_by_key(|(group, resource)| (*resource, *group));
        self.needs.dedup();
        let record = |(group, resource): &(u32, u32)| DependencyRecord {
            group: *group,
            resource: *resource,
            ..DependencyRecord::default()
        };
        let records: Vec<_> = self.needs.iter().map(record).collect();
        self.lists.dependencies = records.into();
        let lists = self.lists.to_resource();
        self.files.insert("warriors.glr".to_owned(), lists.write());
        self.files
    }
}
