// Names the fields by which an item is published and taken down at a time (`schedule` of a content type).

export const PUBLISH_AT = 'publishAt'
export const EXPIRE_AT = 'expireAt'
