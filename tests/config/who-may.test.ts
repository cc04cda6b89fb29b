// Tests the rules about access to calls, receivers of notices, and buttons of transitions.
import { expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { portalFiles } from '../support/portal-files.ts'

const files = portalFiles()

/** The line that is named, and the rule that names it. */
function findings(file: string, from: string, to: string): readonly (readonly [string, string])[] {
  const text = files.get(file) ?? ''
  expect(text).toContain(from)
  const changed = text.replace(from, to)
  const result = checkConfiguration(new Map([...files, [file, changed]]))
  return (result.ok ? result.warnings : result.problems)
    .filter((problem) => problem.file === file)
    .map(({ slug, line }) => [slug, changed.split('\n')[line - 1]?.trim() ?? ''])
}

test.each([
  [
    'step_access',
    'schemas/content/demandScheme.json',
    '"online": "GET /demandScheme/online"',
    '"online": { "at": "GET /demandScheme/online", "access": ["operator", "government"] }',
  ],
  ['type_calls', 'pages-config/equipment/import.json', '"supplier", "operator"', '"supplier", "unit"'],
  ['desk_access', 'schemas/api/users.json', '"access": ["operator", "auditor"]', '"access": "registered"'],
  [
    'button_step',
    'pages-config/declaration/radio-item.json',
    '"transition": "cancel"',
    '"transition": "cancel", "label": "撤回修改"',
  ],
  [
    'step_never_shown',
    'pages-config/declaration/radio-item.json',
    '"transition": "cancel"',
    '"transition": "cancel", "when": { "item.status": "draft" }',
  ],
  [
    'list_called',
    'pages-config/message/inbox.json',
    '"source": "websiteMessage.inbox"',
    '"source": "websiteMessage.sent"',
  ],
] as const)('the check reports %s in the changed file', (slug, file, from, to) => {
  expect(findings(file, from, to).map(([found]) => found)).toContain(slug)
})
