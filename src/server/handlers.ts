// Collects all handlers that are not content actions.

import type { ConfigurationSource } from './configuration/configuration-source.ts'
import { buildConfigurationHandlers } from './configuration/store/store-handlers.ts'
import { commentHandlers } from './content/comments/moderate-comments.ts'
import { draftHandlers } from './content/drafts/draft.ts'
import { pinHandlers } from './content/pins/pin-handlers.ts'
import { previewHandlers } from './content/previews/preview-handlers.ts'
import { engagementHandlers } from './content/reactions/reaction-handlers.ts'
import { versionHandlers } from './content/versions/version-handlers.ts'
import { consoleViewHandlers } from './dashboard/console-views.ts'
import { userPageHandlers } from './dashboard/dashboard-handlers.ts'
import { publishingHandlers } from './dashboard/own-item-handlers.ts'
import { progressHandlers } from './dashboard/progress/progress-handlers.ts'
import { buildFileHandlers } from './files/file-handlers.ts'
import type { FileParts } from './files/receive-file.ts'
import { buildAccountHandlers } from './identity/account-handlers.ts'
import { buildPasswordHandlers } from './identity/accounts/password-handlers.ts'
import { captchaHandlers } from './identity/captcha/captcha-handlers.ts'
import { buildDelegationHandlers } from './identity/delegation/delegation-handlers.ts'
import { registrationHandlers } from './identity/registration/registration-handlers.ts'
import { serviceAccountHandlers } from './identity/service-accounts/service-account-handlers.ts'
import type { Sessions } from './identity/sessions/sessions.ts'
import type { SmsChannel } from './identity/sms/send-sms-code.ts'
import { buildSmsHandlers } from './identity/sms/sms-handlers.ts'
import { buildSsoHandlers, type SsoParts } from './identity/sso/sso-handlers.ts'
import { buildRoleHandlers } from './identity/users/role-assignment-handlers.ts'
import { buildUserHandlers } from './identity/users/user-handlers.ts'
import { chatHandlers } from './messaging/chat/chat-handlers.ts'
import { reportHandlers } from './messaging/chat/moderate-reports.ts'
import { messageHandlers } from './messaging/letters/letter-handlers.ts'
import { followHandlers } from './notifications/follow/follow-handlers.ts'
import { noticeHandlers } from './notifications/notice-handlers.ts'
import { webhookHandlers } from './notifications/webhooks/webhook-handlers.ts'
import { dataMapHandlers } from './personal-data/data-map.ts'
import { eraseHandlers } from './personal-data/erase-handlers.ts'
import { buildProfileHandlers } from './personal-data/profile-handlers.ts'
import { retentionHandlers } from './personal-data/retention.ts'
import { personalHandlers } from './personal-data/reveal.ts'
import { auditHandlers } from './platform/audit/audit-handlers.ts'
import type { Handlers } from './platform/call.ts'
import type { Settings } from './platform/settings.ts'
import { buildReleaseHandlers } from './publishing/releases/release-handlers.ts'
import { buildLinkHandlers } from './publishing/releases/release-links.ts'
import { hotSearchHandlers } from './search/hot-search.ts'
import { searchHandlers } from './search/search-handlers.ts'
import { areaHandlers } from './site/area-handlers.ts'
import { dictionaryHandlers } from './site/dictionary-handlers.ts'
import { buildMapHandlers } from './site/map/map-handlers.ts'
import { menuHandlers } from './site/menu-handlers.ts'
import { noticeBarHandlers } from './site/notice-bar-handlers.ts'
import { statHandlers } from './site/statistics/stat-handlers.ts'
import { zoneHandlers } from './site/zone-handlers.ts'
import { importHandlers } from './transfer/import/import-handlers.ts'

export interface HandlerParts {
  readonly source: ConfigurationSource
  readonly sessions: Sessions
  readonly files: FileParts
  readonly sms: SmsChannel
  readonly sso: Omit<SsoParts, 'sessions'>
  readonly map: Settings['map']
  readonly secondAdministrator: boolean
}

export function buildHandlers(parts: HandlerParts): Handlers {
  const { source, sessions, files, sms, sso, map, secondAdministrator } = parts
  return {
    ...buildAccountHandlers(sessions),
    ...buildPasswordHandlers(sessions),
    ...buildProfileHandlers(sessions, files.store),
    ...buildSmsHandlers(sms),
    ...captchaHandlers,
    ...chatHandlers,
    ...reportHandlers,
    ...commentHandlers,
    ...consoleViewHandlers,
    ...buildConfigurationHandlers(source),
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
    ...pinHandlers,
    ...buildMapHandlers(map),
    ...menuHandlers,
    ...buildSsoHandlers({ sessions, ...sso }),
    ...personalHandlers,
    ...previewHandlers,
    ...dataMapHandlers,
    ...eraseHandlers,
    ...retentionHandlers,
    ...progressHandlers,
    ...buildReleaseHandlers(source),
    ...buildLinkHandlers(source),
    ...searchHandlers,
    ...buildRoleHandlers(sessions, secondAdministrator),
    ...serviceAccountHandlers,
    ...statHandlers,
    ...buildUserHandlers(sessions, sms.sender, secondAdministrator),
    ...userPageHandlers,
    ...versionHandlers,
    ...webhookHandlers,
    ...noticeBarHandlers,
    ...zoneHandlers,
  }
}
