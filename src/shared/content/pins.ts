// Names the place of a pinned item, by which lists are ordered, and the calls that pin.

/** System field of types with `pins`: the place among the pinned items, from 1; in an ascending order these come first. */
export const PINNED = 'pinned'

/** The call that pins an item; console pages offer it where the portal has it. */
export const PIN_CALL = 'pins.add'
