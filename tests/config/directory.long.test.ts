// Tests the check of directory entries that a registration form creates.
import { expect, test } from 'vitest'
import { checkReplaced, testRefused } from './check-replaced.ts'

const SUPPLIER = 'schemas/forms/registerSupplier.json'

testRefused([
  [
    'a type that does not exist',
    [SUPPLIER, '"type": "company"', '"type": "companie"'],
    { slug: 'content_unknown', nearest: 'company' },
  ],
  [
    'a type whose items cannot go offline',
    [SUPPLIER, '"type": "company"', '"type": "feedback"'],
    { slug: 'directory_lifecycle' },
  ],
  [
    'a field that the directory lacks',
    [SUPPLIER, '"shortName": "unitShortName"', '"shortNam": "unitShortName"'],
    { slug: 'field_unknown', nearest: 'shortName' },
  ],
  [
    'a field that the form lacks',
    [SUPPLIER, '"name": "orgName"', '"name": "orgNam"'],
    { slug: 'field_unknown', nearest: 'orgName' },
  ],
  [
    'a type that does not fit',
    [SUPPLIER, '"employees": "employees"', '"employees": "address"'],
    { slug: 'directory_type', found: 'address' },
  ],
  [
    'codes that the directory does not know',
    [SUPPLIER, '"mainProducts", "start": 3', '"mainProducts", "start": 2'],
    { slug: 'directory_value' },
  ],
  [
    'an answer that may be longer than the entry allows',
    [SUPPLIER, '"shortName": "unitShortName"', '"shortName": "orgName"'],
    { slug: 'directory_limit', found: 'orgName' },
  ],
  [
    'a required field without a source',
    [SUPPLIER, '"name": "orgName", ', ''],
    { slug: 'directory_required', expected: 'name' },
  ],
  [
    'a required field from an answer that may be missing',
    [SUPPLIER, '"name": "orgName"', '"name": "unitShortName"'],
    { slug: 'directory_required', found: 'unitShortName' },
  ],
  [
    'a personal number that everybody would read',
    [SUPPLIER, '"address": "address"', '"address": "contactMobile"'],
    { slug: 'directory_private', found: 'contactMobile' },
  ],
  [
    'a value outside its dictionary',
    [SUPPLIER, '{ "from": "mainProducts", "start": 3 }', '{ "value": "C4" }'],
    { slug: 'value_unknown', nearest: 'C04' },
  ],
  [
    'a key that nothing fills',
    [SUPPLIER, '"key": "uscc"', '"key": "logo"'],
    { slug: 'directory_key', found: 'logo' },
  ],
  [
    'a condition on what the form does not ask',
    [SUPPLIER, '"key": "uscc",', '"key": "uscc", "when": { "form.employes": { "gt": 5 } },'],
    { slug: 'field_unknown', nearest: 'employees' },
  ],
  ['neither a source nor a value', [SUPPLIER, '{ "value": "2" }', '{}'], { slug: 'directory_source' }],
])

test('the check refuses an anonymous content type with a field that names its owner’s directory entry', () => {
  const file = 'schemas/content/demand.json'
  const problems = checkReplaced(
    [file, '"version": 1,', '"version": 1,\n  "anonymous": "hidden",'],
    [file, '"companyId": {', '"hidden": { "type": "boolean", "title": "匿名" },\n      "companyId": {'],
  )
  expect(problems).toContainEqual(expect.objectContaining({ slug: 'from_anonymous', file }))
})
