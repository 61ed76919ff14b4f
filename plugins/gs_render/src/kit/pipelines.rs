//! Pipelines that stay usable while a changed shader compiles, or does not.

use std::hash::Hash;

use bevy::platform::collections::HashMap;
use bevy::render::render_resource::{
    CachedRenderPipelineId, PipelineCache, RenderPipeline, RenderPipelineDescriptor,
};

/// All pipelines requested so far, and the last of each that compiled.
#[derive(Debug)]
pub struct PipelineStore<K>(HashMap<K, StoredPipeline>);

#[derive(Debug)]
struct StoredPipeline {
    id: CachedRenderPipelineId,
    last_good: Option<RenderPipeline>,
}

impl<K> Default for PipelineStore<K> {
    fn default() -> Self {
        Self(HashMap::default())
    }
}

impl<K: Eq + Hash> PipelineStore<K> {
    /// Starts to compile a pipeline unless that has been done before.
    pub fn request(
        &mut self,
        key: K,
        cache: &PipelineCache,
        descriptor: impl FnOnce() -> RenderPipelineDescriptor,
    ) {
        self.0.entry(key).or_insert_with(|| StoredPipeline {
            id: cache.queue_render_pipeline(descriptor()),
            last_good: None,
        });
    }

    /// Takes over what has compiled since.
    pub fn refresh(&mut self, cache: &PipelineCache) {
        for stored in self.0.values_mut() {
            let last = stored.last_good.as_ref().map(RenderPipeline::id);
            if let Some(newest) = cache.get_render_pipeline(stored.id)
                && last != Some(newest.id())
            {
                stored.last_good = Some(newest.clone());
            }
        }
    }

    /// The newest pipeline that compiled.
    pub fn get(&self, key: K) -> Option<&RenderPipeline> {
        self.0.get(&key)?.last_good.as_ref()
    }

    /// How many have never been ready.
    pub fn pending(&self) -> u32 {
        let missing = self.0.values().filter(|stored| stored.last_good.is_none());
        missing.count() as u32
    }
}
