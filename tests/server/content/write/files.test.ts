// Tests files in items and registrations: owner, field, browser of the upload.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ContentType } from '#shared/model/content-model.ts'
import { bodyOf } from '../../../portal-content/access/items.ts'
import { PDF } from '../../../support/real-files.ts'
import { uploadTo } from '../../files/upload.ts'
import { handIn, newPerson, registrationBody } from '../../identity/accounts/support/registering.ts'
import { keepFile } from '../../support/keep-file.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const IMAGES = { form: 'zhihu', field: 'images' }
let app: TestApp
let [author, operator] = ['', '']

beforeAll(async () => {
  app = await createTestApp()
  author = await app.signIn('author', 'fireControl')
  operator = await app.signIn('boss', 'operator')
  await app.signIn('science', 'science')
  await app.signIn('supplier', 'supplier')
})
afterAll(() => app.close())

const body = (images: readonly string[]) => ({
  ...bodyOf(app, app.source.model.contentTypes.find(({ name }) => name === 'zhihu') as ContentType),
  images,
})
const add = (images: readonly string[], token = author) =>
  app.post<{ id: string }>('/newapi/zhihu/add', body(images), { token })

test('an item refuses a file of another user, another field or an unfinished registration at its field', async () => {
  const foreign = [
    await keepFile(app, { ...IMAGES, ownerId: 'science' }),
    await keepFile(app, { form: 'registerSupplier', field: 'licenseFile', ownerId: 'supplier' }),
    await keepFile(app, { form: 'registerUnit', field: 'licenseFile', ownerId: 'author' }),
    await keepFile(app, IMAGES),
    '0f8fad5b-d9cb-469f-a165-70867728950e',
  ]
  for (const id of foreign)
    expect(await add([id])).toMatchObject({
      status: 400,
      errors: [{ path: '/images', message: expect.stringContaining('请重新上传') }],
    })
})

test('an operator may retain the files of an item and add files, but none of a third user', async () => {
  const own = await keepFile(app, { ...IMAGES, ownerId: 'author' })
  const added = await add([own])
  expect(added.code).toBe(0)
  const { id } = added.data
  const change = async (images: readonly string[], token: string) => {
    const { data } = await app.get<{ revision: number }>(`/newapi/zhihu/info/${id}`, { token })
    const answer = await app.post(
      '/newapi/zhihu/update',
      { ...body(images), id, revision: data.revision },
      { token },
    )
    return answer.errors?.map(({ path }) => path) ?? answer.code
  }
  const his = await keepFile(app, { ...IMAGES, ownerId: 'boss' })
  const anothers = await keepFile(app, { ...IMAGES, ownerId: 'science' })
  expect(await change([own, anothers], operator)).toEqual(['/images'])
  expect(await change([own, his], operator)).toBe(0)
  expect(await change([his, own], author)).toBe(0)
  expect(await change([own, anothers], author)).toEqual(['/images'])
})

test('a file uploaded for a registration is accepted only from the browser that uploaded it', async () => {
  const person = newPerson()
  const place = { form: 'registerSupplier', field: 'licenseFile', address: person.address }
  const uploaded = await uploadTo(app, PDF, place)
  const licenseFile = [uploaded.data.id]
  const answers = await registrationBody(app, 'auth.registerSupplier', person, { licenseFile })
  const stranger = await handIn(app, 'auth.registerSupplier', answers, person)
  expect(stranger.errors).toMatchObject([
    { path: '/licenseFile', message: expect.stringContaining('重新上传') },
  ])
  const cookie = String(uploaded.headers['set-cookie']).split(';')[0] ?? ''
  const taken = await handIn(app, 'auth.registerSupplier', answers, person, { cookie })
  expect(taken.code).toBe(0)
})
