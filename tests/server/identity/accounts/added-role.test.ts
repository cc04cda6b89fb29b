// Tests roles and registrations that are added by JSON files alone.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeSmallFiles } from '../../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { registerAs } from './support/registering.ts'

const OPERATION = 'auth.registerVolunteer'
const root = mkdtempSync(join(tmpdir(), 'equipnet-role-'))
let app: TestApp

// biome-ignore lint/suspicious/noExplicitAny: files are changed at places that the test names
function change(path: string, edit: (written: any) => unknown): void {
  const file = join(root, path)
  writeFileSync(file, JSON.stringify(edit(JSON.parse(readFileSync(file, 'utf8'))), null, 2))
}

beforeAll(async () => {
  await writeSmallFiles(root)
  // A tenth registration: its role, its form, the call that takes it.
  change('schemas/roles.json', (file) => {
    file.roles.volunteer = { title: '志愿者', registers: { form: 'registerVolunteer', approval: true } }
    // A role that nobody registers as, with what it may do said by grants alone.
    file.roles.editor = { title: '编辑', grants: ['moderate'] }
    return file
  })
  writeFileSync(join(root, 'schemas/forms/registerVolunteer.json'), '{}')
  const ordinary = JSON.parse(readFileSync(join(root, 'schemas/forms/registerOrdinary.json'), 'utf8'))
  change('schemas/forms/registerVolunteer.json', () => ({ ...ordinary, title: '志愿者注册' }))
  change('schemas/api/auth.json', (file) => {
    const known = file.operations.registerOrdinary
    const at = 'POST /v2/register/volunteer'
    file.operations.registerVolunteer = { ...known, at, summary: '志愿者注册', form: 'registerVolunteer' }
    return file
  })
  change('schemas/content/note.json', (file) => {
    file.endpoints.info = { at: 'GET /note/info/{id}', access: ['volunteer', 'grant:moderate'] }
    return file
  })
  app = await createTestApp({ root })
})
afterAll(async () => {
  await app?.close()
  rmSync(root, { recursive: true, force: true })
})

test('a registration added by JSON files waits for approval and is approved with its new role', async () => {
  const { person, answer } = await registerAs(app, OPERATION)
  expect(answer.errors ?? answer.msg).toBe('success')
  expect(answer.data.status).toBe('pending')
  const token = await app.signIn('boss', 'operator')
  const approved = await app.post('/newapi/operator/application/approve', { id: answer.data.id }, { token })
  expect(approved.msg).toBe('success')
  const row = await app.services.db
    .selectFrom('account')
    .select(['role', 'status', 'form'])
    .where('userName', '=', person.userName)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ role: 'volunteer', status: 'active', form: 'registerVolunteer' })
})

test('an endpoint answers the added role, a role with its grant and operators, and refuses others with 403', async () => {
  const writer = await app.signIn('writer', 'unit')
  const added = await app.post<{ id: string }>('/newapi/note/add', { title: '便签一则' }, { token: writer })
  const statusFor = async (role: string) => {
    const token = await app.signIn(`one-${role}`, role)
    return (await app.get(`/newapi/note/info/${added.data.id}`, { token })).status
  }
  expect(await statusFor('volunteer')).toBe(200)
  expect(await statusFor('editor')).toBe(200)
  expect(await statusFor('operator')).toBe(200)
  expect(await statusFor('supplier')).toBe(403)
})

test('the dictionaries role and staffRole list the roles added by JSON files', async () => {
  const { model } = app.source
  const items = (name: string) => model.dictionaries.find((one) => one.name === name)?.items
  expect(items('role')).toContainEqual(expect.objectContaining({ value: 'volunteer', label: '志愿者' }))
  expect(items('staffRole')).toContainEqual(expect.objectContaining({ value: 'editor', label: '编辑' }))
})
