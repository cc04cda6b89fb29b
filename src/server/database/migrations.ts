// Owns the ordered list of migrations; a published one is never changed, only followed by another.
import type { Kysely } from 'kysely'
import { createTables } from './migrations/0001-create-tables.ts'
import { createSignInAttempts } from './migrations/0002-create-sign-in-attempts.ts'
import { createRegistrations } from './migrations/0003-create-registrations.ts'
import { chainAudit } from './migrations/0004-chain-audit.ts'
import { extendAccounts } from './migrations/0005-extend-accounts.ts'
import { linkSingleSignOn } from './migrations/0006-link-single-sign-on.ts'
import { createFiles } from './migrations/0010-create-files.ts'
import { createSearchRecords } from './migrations/0030-create-search-records.ts'
import { createEngagement } from './migrations/0031-create-engagement.ts'
import { sealAudit } from './migrations/0040-seal-audit.ts'
import { countSearchers } from './migrations/0045-count-searchers.ts'
import { rememberApproval } from './migrations/0055-remember-approval.ts'
import { createPendingVersions } from './migrations/0056-create-pending-versions.ts'
import { judgeComments } from './migrations/0057-judge-comments.ts'
import { linkDirectory } from './migrations/0060-link-directory.ts'
import { createSmsProofs } from './migrations/0065-create-sms-proofs.ts'
import { keepConsents } from './migrations/0066-keep-consents.ts'
import { indexReceipts } from './migrations/0067-index-receipts.ts'
import { removeActingPictures } from './migrations/0070-remove-acting-pictures.ts'
import { markAttachedFiles } from './migrations/0071-mark-attached-files.ts'
import { digestIdempotency } from './migrations/0072-digest-idempotency.ts'
import { keepDirectory } from './migrations/0076-keep-directory.ts'
import { rememberLeftState } from './migrations/0080-remember-left-state.ts'
import { tieWaitingFiles } from './migrations/0082-tie-waiting-files.ts'
import { countDraftRevisions } from './migrations/0084-count-draft-revisions.ts'
import { projectParameters } from './migrations/0095-project-parameters.ts'
import { createImports } from './migrations/0100-create-imports.ts'
import { countInterest } from './migrations/0110-count-interest.ts'
import { countItems } from './migrations/0120-count-items.ts'
import { keepMeasuresTable } from './migrations/0125-keep-measures.ts'
import { keepImportBasis } from './migrations/0135-keep-import-basis.ts'
import { namePublicStates } from './migrations/0145-name-public-states.ts'
import { createTimers } from './migrations/0150-create-timers.ts'
import { createNotices } from './migrations/0151-create-notices.ts'
import { createMessages } from './migrations/0152-create-messages.ts'
import { keepViews } from './migrations/0170-keep-views.ts'
import { createFollows } from './migrations/0171-create-follows.ts'
import { createChat } from './migrations/0180-create-chat.ts'
import { tellFollowers } from './migrations/0181-tell-followers.ts'
import { judgeChatReports } from './migrations/0182-judge-chat-reports.ts'
import { keepStepAnswers } from './migrations/0200-keep-step-answers.ts'
import { keepStateTimes } from './migrations/0210-keep-state-times.ts'
import { keepRemarks } from './migrations/0220-keep-remarks.ts'
import { boundPendingWords } from './migrations/0225-bound-pending-words.ts'
import { keepAcceptedModel } from './migrations/0230-keep-accepted-model.ts'
import { findByParameterAndRegion } from './migrations/0240-find-by-parameter-and-region.ts'
import { describePictures } from './migrations/0245-describe-pictures.ts'
import { createDelegations } from './migrations/0260-create-delegations.ts'
import { outlineDrafts } from './migrations/0265-outline-drafts.ts'
import { keepClocks } from './migrations/0270-keep-clocks.ts'
import { rememberLeftRevision } from './migrations/0275-remember-left-revision.ts'
import { keepLeftVersions } from './migrations/0280-keep-left-versions.ts'
import { noteImports } from './migrations/0285-note-imports.ts'
import type { Schema } from './schema.ts'

export interface Migration {
  readonly name: string
  up(db: Kysely<Schema>): Promise<void>
}

export const MIGRATIONS: readonly Migration[] = [
  { name: '0001-create-tables', up: createTables },
  { name: '0002-create-sign-in-attempts', up: createSignInAttempts },
  { name: '0003-create-registrations', up: createRegistrations },
  { name: '0004-chain-audit', up: chainAudit },
  { name: '0005-extend-accounts', up: extendAccounts },
  { name: '0006-link-single-sign-on', up: linkSingleSignOn },
  { name: '0010-create-files', up: createFiles },
  { name: '0030-create-search-records', up: createSearchRecords },
  { name: '0031-create-engagement', up: createEngagement },
  { name: '0040-seal-audit', up: sealAudit },
  { name: '0045-count-searchers', up: countSearchers },
  { name: '0055-remember-approval', up: rememberApproval },
  { name: '0056-create-pending-versions', up: createPendingVersions },
  { name: '0057-judge-comments', up: judgeComments },
  { name: '0060-link-directory', up: linkDirectory },
  { name: '0065-create-sms-proofs', up: createSmsProofs },
  { name: '0066-keep-consents', up: keepConsents },
  { name: '0067-index-receipts', up: indexReceipts },
  { name: '0070-remove-acting-pictures', up: removeActingPictures },
  { name: '0071-mark-attached-files', up: markAttachedFiles },
  { name: '0072-digest-idempotency', up: digestIdempotency },
  { name: '0076-keep-directory', up: keepDirectory },
  { name: '0080-remember-left-state', up: rememberLeftState },
  { name: '0082-tie-waiting-files', up: tieWaitingFiles },
  { name: '0084-count-draft-revisions', up: countDraftRevisions },
  { name: '0095-project-parameters', up: projectParameters },
  { name: '0100-create-imports', up: createImports },
  { name: '0110-count-interest', up: countInterest },
  { name: '0120-count-items', up: countItems },
  { name: '0125-keep-measures', up: keepMeasuresTable },
  { name: '0135-keep-import-basis', up: keepImportBasis },
  { name: '0145-name-public-states', up: namePublicStates },
  { name: '0150-create-timers', up: createTimers },
  { name: '0151-create-notices', up: createNotices },
  { name: '0152-create-messages', up: createMessages },
  { name: '0170-keep-views', up: keepViews },
  { name: '0171-create-follows', up: createFollows },
  { name: '0180-create-chat', up: createChat },
  { name: '0181-tell-followers', up: tellFollowers },
  { name: '0182-judge-chat-reports', up: judgeChatReports },
  { name: '0200-keep-step-answers', up: keepStepAnswers },
  { name: '0210-keep-state-times', up: keepStateTimes },
  { name: '0220-keep-remarks', up: keepRemarks },
  { name: '0225-bound-pending-words', up: boundPendingWords },
  { name: '0230-keep-accepted-model', up: keepAcceptedModel },
  { name: '0240-find-by-parameter-and-region', up: findByParameterAndRegion },
  { name: '0245-describe-pictures', up: describePictures },
  { name: '0260-create-delegations', up: createDelegations },
  { name: '0265-outline-drafts', up: outlineDrafts },
  { name: '0270-keep-clocks', up: keepClocks },
  { name: '0275-remember-left-revision', up: rememberLeftRevision },
  { name: '0280-keep-left-versions', up: keepLeftVersions },
  { name: '0285-note-imports', up: noteImports },
]
