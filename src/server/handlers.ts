// Owns the table of all handlers that are no content actions.
import { buildAccountHandlers } from './accounts/account-handlers.ts'
import { buildPasswordHandlers } from './accounts/password-handlers.ts'
import { areaHandlers } from './areas/area-handlers.ts'
import { auditHandlers } from './audit/audit-handlers.ts'
import type { Handlers } from './call.ts'
import { captchaHandlers } from './captcha/captcha-handlers.ts'
import { chatHandlers } from './chat/chat-handlers.ts'
import { reportHandlers } from './chat/report-desk.ts'
import { commentHandlers } from './comments/comment-desk.ts'
import { draftHandlers } from './content/draft.ts'
import { buildDelegationHandlers } from './delegation/delegation-handlers.ts'
import { dictionaryHandlers } from './dictionaries/dictionary-handlers.ts'
import { engagementHandlers } from './engagement/engagement-handlers.ts'
import { buildFileHandlers } from './files/file-handlers.ts'
import type { FileParts } from './files/receive-file.ts'
import { followHandlers } from './follow/follow-handlers.ts'
import { importHandlers } from './import/import-handlers.ts'
import { buildMapHandlers } from './map/map-handlers.ts'
import { menuHandlers } from './menu/menu-handlers.ts'
import { messageHandlers } from './messages/message-handlers.ts'
import { noticeHandlers } from './notices/notice-handlers.ts'
import { personalHandlers } from './personal/reveal.ts'
import { buildProfileHandlers } from './profile/profile-handlers.ts'
import { progressHandlers } from './progress/progress-handlers.ts'
import { publishingHandlers } from './publishing/publishing-handlers.ts'
import { registrationHandlers } from './registration/registration-handlers.ts'
import { hotSearchHandlers } from './search/hot-search.ts'
import { searchHandlers } from './search/search-handlers.ts'
import type { Sessions } from './session/sessions.ts'
import type { Settings } from './settings.ts'
import type { SmsWay } from './sms/send-sms-code.ts'
import { buildSmsHandlers } from './sms/sms-handlers.ts'
import { buildSsoHandlers, type SsoParts } from './sso/sso-handlers.ts'
import { statHandlers } from './stats/stat-handlers.ts'
import { userPageHandlers } from './user-page/user-page-handlers.ts'
import { buildUserHandlers } from './users/user-handlers.ts'
import { zoneHandlers } from './zones/zone-handlers.ts'

export interface HandlerParts {
  readonly sessions: Sessions
  readonly files: FileParts
  readonly sms: SmsWay
  readonly sso: Omit<SsoParts, 'sessions'>
  readonly map: Settings['map']
}

export function buildHandlers({ sessions, files, sms, sso, map }: HandlerParts): Handlers {
  return {
    ...buildAccountHandlers(sessions),
    ...buildPasswordHandlers(sessions),
    ...buildProfileHandlers(sessions, files.store),
    ...buildSmsHandlers(sms),
    ...captchaHandlers,
    ...chatHandlers,
    ...reportHandlers,
    ...commentHandlers,
    ...registrationHandlers,
    ...areaHandlers,
    ...auditHandlers,
    ...buildDelegationHandlers(sessions),
    ...dictionaryHandlers,
    ...draftHandlers,
    ...engagementHandlers,
    ...buildFileHandlers(files),
    ...followHandlers,
    ...hotSearchHandlers,
    ...importHandlers,
    ...messageHandlers,
    ...noticeHandlers,
    ...publishingHandlers,
    ...buildMapHandlers(map),
    ...menuHandlers,
    ...buildSsoHandlers({ sessions, ...sso }),
    ...personalHandlers,
    ...progressHandlers,
    ...searchHandlers,
    ...statHandlers,
    ...buildUserHandlers(sessions, sms.sender),
    ...userPageHandlers,
    ...zoneHandlers,
  }
}
