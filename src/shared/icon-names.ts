// Owns the names of the icons that configuration may use; the drawings are made from them.

export const ICON_NAMES = [
  'home', 'news', 'bidding', 'demand', 'zone', 'flood', 'drone', 'book', 'edit', 'list', 'compare', 'declare',
  'about', 'notice', 'topic', 'scheme', 'search', 'user', 'like', 'share', 'print', 'view', 'comment', 'time',
  'place', 'close', 'menu', 'next', 'back', 'down', 'fire', 'robot', 'radio', 'snow', 'enterprise', 'globe', 'local',
] as const

export type IconName = (typeof ICON_NAMES)[number]
