// Owns what a blacklisted user may still write.

export const BLACKLISTED_WORDS = '您的账号已被列入黑名单，只能浏览，不能发布、评论或发送消息'

/** Operations that concern the own account only and that no other user sees; reading is counted for everybody. */
const OPEN = new Set([
  'auth.login',
  'auth.loginV2',
  'auth.logout',
  'auth.ssoLogin',
  'auth.smsTicket',
  'auth.smsCheck',
  'auth.userByMobile',
  'auth.updatePassword',
  'auth.updatePassword2',
  'auth.updatePassword3',
  'account.endDevice',
  'account.endAll',
  'account.changeMobile',
  'account.remove',
  'account.withdrawConsent',
  'progress.query',
  'engagement.pv',
])

export const isOpenToBlacklisted = (operation: string): boolean => OPEN.has(operation)
