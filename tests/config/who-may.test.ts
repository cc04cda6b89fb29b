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
    'schemas/content/rescueForce.json',
    '"online": "POST /rescueForces/online"',
    '"online": { "at": "POST /rescueForces/online", "access": [ "operator", "government" ] }',
  ],
  ['type_calls', 'pages-config/equipment/import.json', '"supplier", "operator"', '"supplier", "unit"'],
  ['desk_access', 'schemas/api/users.json', '"access": [ "operator", "auditor" ]', '"access": "registered"'],
  [
    'notice_unusual',
    'schemas/lifecycles/incubateDeclare.json',
    '"notify": "declarationAdvanced",\n          "to": [\n            "parent.owner",\n            "parent.party:hostId"',
    '"notify": "declarationAdvanced",\n          "to": [\n            "owner"',
  ],
  [
    'button_step',
    'pages-config/incubation/declaration.json',
    '"transition": "dismiss"',
    '"transition": "dismiss",\n      "label": "退回补正"',
  ],
  [
    'step_never_shown',
    'pages-config/incubation/declaration.json',
    '"transition": "dismiss"',
    '"transition": "dismiss",\n      "when": { "item.status": "archived" }',
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
