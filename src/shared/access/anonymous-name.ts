// Owns the name that stands in place of an anonymous owner's, over his item and over what he says below it.

export const ANONYMOUS_NAME = '匿名发布者'
