// Tests the upload inputs: limits, progress, retry, removal, dropped files.
import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '#portal/core/api/api-error.ts'
import { uploadFile } from '#portal/core/api/file-client.ts'
import { OneField } from './one-field.tsx'
import { field } from './sample-form.ts'

const info = (id: string) => ({
  id,
  name: `${id}.pdf`,
  size: 1,
  type: 'application/pdf',
  alt: '',
  focus: { x: 50, y: 50 },
})

vi.mock('#portal/core/configuration/dictionaries.ts', () => ({ useDictionary: () => [] }))
vi.mock('#portal/core/api/file-client.ts', async (original) => ({
  ...(await original<object>()),
  uploadFile: vi.fn(),
  loadFileInfo: (id: string) => Promise.resolve(info(id)),
}))

const send = vi.mocked(uploadFile)
const place = { form: 'registerUnit' }
const papers = field('papers', '证照', { type: 'array', items: {}, maxItems: 2 }, { type: 'file-list' })
const photo = field('photo', '照片', { type: 'string' }, { type: 'image' })

function Host(props: {
  readonly widget?: string
  readonly first?: unknown
  readonly onChange?: (value: unknown) => void
}) {
  const { widget = 'upload', first, onChange } = props
  const own = widget === 'upload' ? papers : photo
  const options = { accept: widget === 'upload' ? ['pdf'] : ['png'], maxSize: 1 }
  return (
    <OneField
      widget={widget}
      field={own}
      options={options}
      value={first}
      onChange={onChange}
      required={false}
      place={place}
    />
  )
}

const pdf = (name = '执照.pdf', size = 10) =>
  new File([new Uint8Array(size)], name, { type: 'application/pdf' })
const chooser = () => screen.getByLabelText('选择证照') as HTMLInputElement
const choose = (...files: File[]) => userEvent.upload(chooser(), files, { applyAccept: false })

vi.mock('#portal/core/configuration/manifest.ts', async (original) => ({
  ...(await original<object>()),
  pageById: (id: string) => (id === 'papers/letter' ? { id, path: '/letter' } : undefined),
}))

test('a template of an upload input is a link that opens a new window, if its page exists', () => {
  const draw = (page: string) =>
    render(
      <OneField
        widget="upload"
        field={papers}
        options={{ template: { page, title: '授权书样式' } }}
        required={false}
        place={place}
      />,
    )
  draw('papers/letter')
  const link = screen.getByRole('link', { name: '授权书样式' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['#/letter', '_blank'])
  link.remove()
  draw('papers/other')
  expect(screen.queryByRole('link')).toBeNull()
})

beforeEach(() => {
  send.mockReset()
})

describe('upload input', () => {
  test('shows accepted formats, size and number before a file is chosen', () => {
    render(<Host />)
    expect(screen.getByText(/PDF，每份不超过 1 MB，最多 2 份/)).toBeTruthy()
    expect(chooser().accept).toBe('.pdf')
  })

  test('uploads a file for its form and field, shows the progress and then stores the file id', async () => {
    let finish: (() => void) | undefined
    send.mockImplementation((_file, _place, { onProgress }) => {
      onProgress(0.5)
      return new Promise((resolve) => {
        finish = () => resolve(info('a'))
      })
    })
    const onChange = vi.fn()
    render(<Host onChange={onChange} />)
    await choose(pdf())
    expect(send.mock.calls[0]?.[1]).toEqual({ form: 'registerUnit', field: 'papers' })
    expect((screen.getByLabelText('执照.pdf上传进度') as HTMLProgressElement).value).toBe(0.5)
    await act(async () => finish?.())
    expect(onChange).toHaveBeenLastCalledWith(['a'])
    expect(await screen.findByText('a.pdf')).toBeTruthy()
    expect(screen.getByRole('status').textContent).toBe('执照.pdf已上传')
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  test.each([
    ['of another kind', () => pdf('执照.exe'), '只能选择 PDF 文件'],
    ['that is too large', () => pdf('执照.pdf', 1024 * 1024 + 1), '超过 1 MB'],
    ['that is empty', () => pdf('执照.pdf', 0), '文件为空'],
  ])('refuses a file %s without sending it', async (_, file, words) => {
    render(<Host />)
    await choose(file())
    expect(screen.getByRole('alert').textContent).toContain(words)
    expect(send).not.toHaveBeenCalled()
    expect(screen.queryByRole('button', { name: /重试/ })).toBeNull()
  })

  test('refuses files beyond the maximum number and disables the chooser', async () => {
    send.mockImplementation((file) => Promise.resolve(info(file.name)))
    render(<Host />)
    await choose(pdf('一.pdf'), pdf('二.pdf'), pdf('三.pdf'))
    expect(screen.getByRole('alert').textContent).toContain('最多上传 2 份')
    expect(send).toHaveBeenCalledTimes(2)
    expect(chooser().disabled).toBe(true)
  })

  test('shows the error of a failed upload and retries the upload on request', async () => {
    send.mockRejectedValueOnce(
      new ApiError({ code: -1, status: 0, message: '网络连接失败，请检查网络后重试' }),
    )
    send.mockResolvedValueOnce(info('b'))
    const onChange = vi.fn()
    render(<Host onChange={onChange} />)
    await choose(pdf())
    expect((await screen.findByRole('alert')).textContent).toContain('网络连接失败')
    await userEvent.click(screen.getByRole('button', { name: '重试上传执照.pdf' }))
    expect(onChange).toHaveBeenLastCalledWith(['b'])
  })

  test('cancels a running upload on request', async () => {
    let signal: AbortSignal | undefined
    send.mockImplementation((_file, _place, options) => {
      signal = options.signal
      return new Promise(() => undefined)
    })
    render(<Host />)
    await choose(pdf())
    await userEvent.click(screen.getByRole('button', { name: '取消上传执照.pdf' }))
    expect(signal?.aborted).toBe(true)
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(document.activeElement).toBe(chooser())
  })

  test('removes a file by keyboard and keeps the focus in the field', async () => {
    const onChange = vi.fn()
    render(<Host first={['a']} onChange={onChange} />)
    const remove = await screen.findByRole('button', { name: '移除证照第 1 份' })
    remove.focus()
    await userEvent.keyboard('{Enter}')
    expect(onChange).toHaveBeenLastCalledWith(undefined)
    expect(document.activeElement).toBe(chooser())
  })

  test('uploads a dropped file', async () => {
    send.mockResolvedValue(info('c'))
    const onChange = vi.fn()
    render(<Host onChange={onChange} />)
    const box = chooser().closest('.eq-drop') as HTMLElement
    await act(async () => {
      fireEvent.drop(box, { dataTransfer: { files: [pdf()] } })
    })
    expect(onChange).toHaveBeenLastCalledWith(['c'])
  })
})

test('image input stores a single file id', async () => {
  send.mockResolvedValue(info('d'))
  const onChange = vi.fn()
  render(<Host widget="image" onChange={onChange} />)
  await userEvent.upload(
    screen.getByLabelText('选择照片'),
    new File(['x'], '照片.png', { type: 'image/png' }),
  )
  expect(onChange).toHaveBeenLastCalledWith('d')
})
