// Owns the cases of what is told of a person's standing, and of what a step's caller may name: both are checked.
import { expect, test } from 'vitest'
import { checkReplaced } from './check-replaced.ts'

const ACTIVITY = 'schemas/content/incubateActivity.json'
const LIFECYCLE = 'schemas/lifecycles/incubateDeclare.json'

test.each<[string, [string, string, string], object]>([
  [
    'a step that names what its type does not bear',
    [LIFECYCLE, '"marks": [\n        "pairId"', '"marks": [\n        "pairNo"'],
    { slug: 'step_marks', found: 'pairNo' },
  ],
  [
    'a step that names what its caller writes himself',
    [LIFECYCLE, '"marks": [\n        "pairId"', '"marks": [\n        "title"'],
    { slug: 'step_marks', found: 'title' },
  ],
  [
    'a step that names what its form asks',
    [LIFECYCLE, '"marks": [\n        "pairId"', '"marks": [\n        "completeRemark"'],
    { slug: 'step_marks', found: 'completeRemark' },
  ],
  [
    'a standing towards what lies above where nothing does',
    [
      ACTIVITY,
      '"isAdmin": [\n          "operator",\n          "owner"',
      '"isAdmin": [\n          "operator",\n          "parent.owner"',
    ],
    { slug: 'parent_missing', found: 'parent.owner' },
  ],
  [
    'a call that tells nothing',
    [ACTIVITY, '"action": "standing",', '"action": "info",'],
    { slug: 'standing_unused' },
  ],
])('%s is refused, in Chinese', (_name, change, problem) => {
  const problems = checkReplaced(change)
  expect(problems).toContainEqual(expect.objectContaining({ file: change[0], ...problem }))
  for (const { message } of problems) expect(message).toMatch(/[\u4e00-\u9fff]/)
})
