// Lists cases of what is told of a person's standing, and of what a step's caller may name: both are checked.
import { testRefused } from './check-replaced.ts'

const ACTIVITY = 'schemas/content/incubateActivity.json'
const LIFECYCLE = 'schemas/lifecycles/incubateDeclare.json'

testRefused([
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
])
