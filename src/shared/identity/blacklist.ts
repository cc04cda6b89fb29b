// Words the notice that tells blacklisted users what they may still do.

export const BLACKLISTED_WORDS = '您的账号已被列入黑名单，只能浏览，不能发布、评论或发送消息'
