//! The cameras of the game in the order of their viewports.

use bevy::ecs::component::Component;
use bevy::ecs::entity::Entity;
use bevy::ecs::reflect::ReflectComponent;
use bevy::ecs::system::{Query, SystemParam, SystemState};
use bevy::ecs::world::World;
use bevy::reflect::Reflect;

use crate::view::camera::GameCamera;

/// Which viewport a [`GameCamera`] is; cameras without one come after those with one, in the order of their entities.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Reflect)]
#[reflect(Component)]
pub struct ViewportNumber(pub u32);

/// The cameras that look into the game, one a viewport.
#[derive(SystemParam)]
pub struct Viewports<'w, 's> {
    cameras: Query<'w, 's, CameraData>,
}

type CameraData = (Entity, &'static GameCamera, Option<&'static ViewportNumber>);

/// Room for [`Viewports::in_order`], reused from frame to frame.
#[derive(Debug, Default)]
pub struct ViewportOrder(Vec<(u32, Entity)>);

impl Viewports<'_, '_> {
    /// The camera of the first viewport.
    pub fn first(&self) -> Option<&GameCamera> {
        let cameras = self.cameras.iter();
        let first = cameras.min_by_key(|&(entity, _, number)| place(entity, number));
        first.map(|(_, camera, _)| camera)
    }

    /// Every camera, the first viewport's first.
    pub fn in_order<'a>(
        &'a self,
        order: &'a mut ViewportOrder,
    ) -> impl ExactSizeIterator<Item = &'a GameCamera> {
        let ViewportOrder(order) = order;
        order.clear();
        let cameras = self.cameras.iter();
        order.extend(cameras.map(|(entity, _, number)| place(entity, number)));
        order.sort_unstable();
        order.iter().map(|&(_, entity)| {
            let (_, camera, _) = self.cameras.get(entity).expect("the query named it");
            camera
        })
    }
}

/// The camera of the first viewport, for exclusive systems.
pub fn first_camera(world: &mut World) -> Option<GameCamera> {
    let mut viewports = SystemState::<Viewports>::new(world);
    viewports.get(world).ok()?.first().cloned()
}

fn place(entity: Entity, number: Option<&ViewportNumber>) -> (u32, Entity) {
    (number.map_or(u32::MAX, |number| number.0), entity)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::math::Vec3;

    #[test]
    fn the_lowest_number_is_first_and_cameras_without_one_follow_by_entity() {
        let mut world = World::new();
        let at = |x: f32| GameCamera::new(Vec3::X * x, 0.0, 0.0);
        assert_eq!(first_camera(&mut world), None);
        let mut numberless = [4.0, 5.0].map(|x| (world.spawn(at(x)).id(), x));
        numberless.sort_unstable_by_key(|&(entity, _)| entity);
        let [third, fourth] = numberless.map(|(_, x)| x);
        assert_eq!(first_camera(&mut world), Some(at(third)));
        world.spawn((at(2.0), ViewportNumber(7)));
        world.spawn((at(1.0), ViewportNumber(0)));
        assert_eq!(first_camera(&mut world), Some(at(1.0)));
        let mut state = SystemState::<Viewports>::new(&mut world);
        let viewports = state.get(&world).expect("valid");
        let mut order = ViewportOrder::default();
        let x: Vec<f32> = viewports
            .in_order(&mut order)
            .map(|camera| camera.position.x)
            .collect();
        assert_eq!(x, [1.0, 2.0, third, fourth]);
    }
}
