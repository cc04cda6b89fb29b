// Lists cases of what is told of a person's standing, and of what a step's caller may name: both are checked.
import { expect, test } from 'vitest'
import { checkReplaced, testRefused } from './check-replaced.ts'

const ZHIHU = 'schemas/content/zhihu.json'
const LIFECYCLE = 'schemas/lifecycles/negotiation.json'
const STEP = '"title": "撤销意向",'

testRefused([
  [
    'a step that names what its type does not bear',
    [LIFECYCLE, STEP, `${STEP} "marks": ["intentDept"],`],
    { slug: 'step_marks', found: 'intentDept' },
  ],
  [
    'a step that names what its caller writes himself',
    [LIFECYCLE, STEP, `${STEP} "marks": ["content"],`],
    { slug: 'step_marks', found: 'content' },
  ],
  [
    'a standing towards what lies above where nothing does',
    [
      ZHIHU,
      '"endpoints": {',
      '"endpoints": { "userAdmin": { "at": "GET /zhihu/user/admin", "action": "standing", "access": ["registered"], "standing": { "isAdmin": ["operator", "parent.owner"] } },',
    ],
    { slug: 'parent_missing', found: 'parent.owner' },
  ],
  [
    'a call that tells nothing',
    [
      ZHIHU,
      '"info": "GET /zhihu/info/{id}"',
      '"info": { "at": "GET /zhihu/info/{id}", "standing": { "isAdmin": ["operator", "owner"] } }',
    ],
    { slug: 'standing_unused' },
  ],
])

test('a step that names what its form asks is refused, in Chinese', () => {
  const asked = '{ "type": "string", "title": "意向单位", "maxLength": 40 }'
  const found = checkReplaced(
    [LIFECYCLE, STEP, `${STEP} "marks": ["intentDeptId"], "form": "messageReply", "words": "content",`],
    ['schemas/forms/messageReply.json', '"properties": {', `"properties": { "intentDeptId": ${asked},`],
  ).filter(({ file }) => file === LIFECYCLE)
  expect(found).toContainEqual(
    expect.objectContaining({
      slug: 'step_marks',
      found: 'intentDeptId',
      message: expect.stringContaining('已用“intentDeptId”这个名称，不能再写在 marks 中'),
    }),
  )
  for (const { message } of found) expect(message).toMatch(/[\u4e00-\u9fff]/)
})
