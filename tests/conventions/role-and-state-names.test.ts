// Tests that the source code names no role and no lifecycle state of the portal.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROLES } from '../support/roles.ts'
import { ROOT, readFiles } from '../support/source-files.ts'

const LIFECYCLES = join(ROOT, 'schemas/lifecycles')
const STATES = new Set(
  readdirSync(LIFECYCLES).flatMap((name) =>
    Object.keys((JSON.parse(readFileSync(join(LIFECYCLES, name), 'utf8')) as { states: object }).states),
  ),
)

/** What was written is history, and what is generated follows the configuration. */
const LEFT = /^src\/(server\/platform\/database\/baseline|(shared|config)\/generated|portal\/ui\/generated)\//
const files = readFiles('src', /\.tsx?$/).filter(({ path }) => !LEFT.test(path))

const LINE_COMMENT = /^\s*(\/\/|\*|\/\*)/

/** Whole words between quotes, and those that SQL compares a role or a state with. */
function wordsIn(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => !LINE_COMMENT.test(line))
    .flatMap((line) =>
      [...line.matchAll(/'([A-Za-z]+)'|"([A-Za-z]+)"/g)].map(([, one, other]) => one ?? other ?? ''),
    )
}

/**
 * The same words with another meaning, or kept with a reason. Only ever take one away.
 */
const ROLE_WORDS: Readonly<Record<string, readonly string[]>> = {
  'src/shared/appearance/icon-names.ts': ['expert'], // the name of a drawing
  'src/server/identity/users/describe-answers.ts': ['unit'], // that of a number
  'src/config/load/context.ts': ['operator'], // the folder of generated pages
}

const STATE_WORDS: Readonly<Record<string, readonly string[]>> = {
  // The engine's own states, of comments and accounts.
  'src/shared/lifecycles/comment-state.ts': ['deleted', 'online', 'pending', 'refused'],
  'src/server/platform/accounts/account-status.ts': ['deleted', 'pending', 'refused'],
  // A form that was handed in, and its receipt.
  'src/config/compile/pages/kinds/form.ts': ['submitted'],
  'src/portal/features/form/form-page.tsx': ['submitted'],
  'src/portal/features/form/use-form-start.ts': ['submitted'],
  // How an attempt ended that the audit log tells of, or what another server answered.
  'src/server/identity/sign-in/complete-sign-in.ts': ['expired', 'refused'],
  'src/server/identity/sign-in/sign-in-by-sms.ts': ['refused'],
  'src/server/identity/sign-in/sign-in.ts': ['refused'],
  'src/server/identity/sso/cas/cas-server.ts': ['refused'],
  'src/server/identity/sso/sign-in-by-ticket.ts': ['refused'],
  // A key whose last day is over.
  'src/server/identity/service-accounts/service-account-handlers.ts': ['expired'],
  // A configuration that is not taken over, and the page for whom a page is refused.
  'src/server/configuration/configuration-source.ts': ['refused'],
  'src/server/main.ts': ['refused'],
  'src/server/messaging/websocket/websocket-route.ts': ['refused'],
  'src/shared/model/site.ts': ['refused'],
  // Sessions of accounts that were closed.
  'src/server/platform/operations/identify-caller.ts': ['rejected'],
  'src/server/identity/sessions/sessions.ts': ['rejected'],
  // The table of drafts, and how often one is saved.
  'src/server/platform/limits/write-classes.ts': ['draft'],
  'src/server/platform/secrets/seal-stored.ts': ['draft'],
  'src/server/configuration/migration/apply-migration.ts': ['draft'],
  'src/server/configuration/migration/forget-changes.ts': ['draft'],
  'src/server/configuration/migration/record-rows.ts': ['draft'],
  'src/server/configuration/migration/record-sources.ts': ['draft'],
  // The property of a limit that names the waiting list.
  'src/config/lint/content/limit-rules.ts': ['waiting'],
  // The browser's event when the network is back.
  'src/portal/features/form/draft/use-draft.ts': ['online'],
  // A column of what migrations took out of the records.
  'src/server/configuration/migration/print-archive.ts': ['archived'],
}

/** Tables, audit results, events and answers of other systems that are called so. */
const OTHERS =
  /\b(selectFrom|insertInto|deleteFrom|updateTable)\('draft'\)|'ok' \| 'refused'|(result|kind|state): 'refused'/

function found(words: ReadonlySet<string>): Record<string, string[]> {
  const all = files.flatMap(({ path, text }) => {
    const own = text
      .split('\n')
      .filter((line) => !OTHERS.test(line))
      .join('\n')
    const hits = [...new Set(wordsIn(own).filter((word) => words.has(word)))].sort()
    return hits.length > 0 ? [[path, hits] as const] : []
  })
  return Object.fromEntries(all)
}

describe('source code in src', () => {
  test('names no role, except the listed words', () => {
    expect(found(new Set(ROLES))).toEqual(ROLE_WORDS)
  })

  test('names no state of a lifecycle, except the listed words', () => {
    expect(found(STATES)).toEqual(STATE_WORDS)
  })
})
