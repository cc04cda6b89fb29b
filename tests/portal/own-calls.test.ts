// Tests that the program calls its operations at the configured addresses.
import { beforeEach, expect, test, vi } from 'vitest'
import { OWN_CALLS } from '#shared/calls/program-calls.ts'

const asked: string[] = []
vi.mock('#portal/core/api/client.ts', () => {
  const note = async (path: string) => {
    asked.push(path.replace(/\?.*/, ''))
    return { list: [] }
  }
  return { get: note, post: note, fetchBlob: note }
})
vi.mock('#portal/ui/browser/save-blob.ts', () => ({ saveBlob: () => {} }))

const SIGNAL = new AbortController().signal

/** What the page says of the calls, and the program as it starts with it. */
function say(calls: object): void {
  const block = document.getElementById('site')
  if (!block) throw new Error('the page says nothing')
  block.textContent = JSON.stringify({ ...JSON.parse(block.textContent ?? ''), calls })
  vi.resetModules()
  asked.length = 0
}

beforeEach(() => say(Object.fromEntries(OWN_CALLS.map((id) => [id, `/elsewhere/${id}`]))))

test('calls of the file client use the configured addresses', async () => {
  const files = await import('#portal/core/api/file-client.ts')
  await files.loadFileInfo('one')
  await files.uploadFile(
    new File(['x'], 'x.txt'),
    { form: 'f', field: 'g' },
    { signal: SIGNAL, onProgress() {} },
  )
  expect(asked).toEqual(['/elsewhere/file.info', '/elsewhere/file.upload'])
})

test('calls of an import use the configured addresses', async () => {
  const calls = await import('#portal/features/import/use-import.ts')
  await calls.loadImportState('book')
  await calls.continueImport('1', SIGNAL)
  await calls.confirmImport('1')
  await calls.cancelImport('1')
  await calls.saveTemplate('book', '', 'csv', '图书')
  await calls.saveReport('1', 'csv')
  expect(asked).toEqual(
    ['state', 'step', 'confirm', 'cancel', 'template', 'problems'].map((name) => `/elsewhere/import.${name}`),
  )
})

test('calls of the chat use the configured addresses', async () => {
  const calls = await import('#portal/features/chat/chat-client.ts')
  await calls.loadContacts()
  await calls.loadConversation('a', {})
  await calls.markRead('a', 1)
  await calls.blockPerson('a', true)
  await calls.reportMessage({ userId: 'a', seq: 1, reason: '1' })
  expect(asked).toEqual(
    ['getOnlineUser', 'getHistoryMessage', 'readMessage', 'blockUser', 'reportMessage'].map(
      (name) => `/elsewhere/chat.${name}`,
    ),
  )
})

test('a call that the portal does not declare throws an error and is not sent', async () => {
  say({})
  const { loadImportState: loadState } = await import('#portal/features/import/use-import.ts')
  expect(() => loadState('book')).toThrow('门户没有声明接口“import.state”')
  expect(asked).toEqual([])
})
