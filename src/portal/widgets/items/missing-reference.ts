// Owns what is said of an item that is referred to and may not be seen any more: its number would tell nobody anything.
export const MISSING_REFERENCE = '已下线或已删除'
