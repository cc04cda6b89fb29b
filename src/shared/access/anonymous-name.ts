// Gives the name shown instead of an anonymous owner's, on the item and on the owner's comments there.

export const ANONYMOUS_NAME = '匿名发布者'
