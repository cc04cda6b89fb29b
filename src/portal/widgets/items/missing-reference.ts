// Declares the text for a referenced item that may no longer be seen: its number would not help a user.
export const MISSING_REFERENCE = '已下线或已删除'
