// Tests the video input: duration and poster that it fills in from the video.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { localFile, uploadFile } from '#portal/core/api/file-client.ts'
import { captureFrame } from '#portal/widgets/inputs/parts/capture-frame.ts'
import { OneField } from './one-field.tsx'
import { field } from './sample-form.ts'

const FILM = new File(['film'], '演练.mp4', { type: 'video/mp4' })
const POSTER = new File(['poster'], '封面.jpg', { type: 'image/jpeg' })

vi.mock('#portal/core/api/file-client.ts', async (original) => ({
  ...(await original<object>()),
  uploadFile: vi.fn(),
  localFile: vi.fn(),
}))
vi.mock('#portal/widgets/inputs/parts/capture-frame.ts', () => ({ captureFrame: vi.fn() }))

const send = vi.mocked(uploadFile)
let answers: Record<string, unknown>
beforeEach(() => {
  answers = {}
  vi.mocked(localFile).mockReturnValue(FILM)
  vi.mocked(captureFrame).mockResolvedValue(POSTER)
  send.mockReset()
  send.mockImplementation(async (file) => ({
    id: file === POSTER ? 'poster-id' : 'film-id',
    name: file.name,
    size: file.size,
    type: file.type,
    alt: '',
    focus: { x: 50, y: 50 },
  }))
})

const place = {
  form: 'video',
  read: (name: string) => answers[name],
  write: (name: string, value: unknown) => {
    answers[name] = value
  },
}

const film = field('film', '视频', { type: 'array', items: {}, maxItems: 1 }, { type: 'file-list' })

function Host() {
  const options = { maxSize: 1, poster: 'cover', duration: 'length' }
  return <OneField widget="video" field={film} options={options} required={false} place={place} />
}

async function upload(duration: number): Promise<HTMLVideoElement> {
  render(<Host />)
  await userEvent.upload(await screen.findByLabelText('选择视频'), FILM)
  const video = await screen.findByLabelText<HTMLVideoElement>('已上传的视频')
  Object.defineProperty(video, 'duration', { value: duration })
  return video
}

test('video input fills in duration and poster once the video is loaded', async () => {
  const video = await upload(12.4)
  fireEvent.loadedMetadata(video)
  expect(answers.length).toBe(12)
  expect(video.currentTime).toBe(1)
  fireEvent.seeked(video)
  await waitFor(() => expect(answers.cover).toBe('poster-id'))
  expect(send.mock.calls.map(([file, where]) => [file.name, where.field])).toEqual([
    ['演练.mp4', 'film'],
    ['封面.jpg', 'cover'],
  ])
})

test('video input keeps a poster and a duration that are already filled in', async () => {
  answers = { cover: 'own', length: 5 }
  const video = await upload(12.4)
  fireEvent.loadedMetadata(video)
  fireEvent.seeked(video)
  await act(() => Promise.resolve())
  expect(answers).toEqual({ cover: 'own', length: 5 })
})

test('video input replaces the poster with the current frame on request', async () => {
  answers = { cover: 'own' }
  await upload(Number.POSITIVE_INFINITY)
  await userEvent.click(screen.getByRole('button', { name: '截取当前画面作封面' }))
  await screen.findByText('已用当前画面作封面')
  expect(answers).toEqual({ cover: 'poster-id' })
})

test('video input shows an error when the frame cannot be captured', async () => {
  vi.mocked(captureFrame).mockRejectedValue(new Error('no picture'))
  await upload(3)
  await userEvent.click(screen.getByRole('button', { name: '截取当前画面作封面' }))
  await screen.findByText('上传失败，请重试')
  expect(answers.cover).toBeUndefined()
})
