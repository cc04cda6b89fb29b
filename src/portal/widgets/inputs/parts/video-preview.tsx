// Draws the preview of an uploaded video, from which its length and its poster are taken.
import { useRef, useState } from 'react'
import { localFile, messageOf, uploadFile } from '#portal/core/api/file-client.ts'
import { useFormScope } from '#portal/core/form-state/form-scope.ts'
import { Button } from '#portal/ui/button.tsx'
import { useLoaded } from '#portal/ui/hooks/use-loaded.ts'
import { useStoredUrl } from '#portal/widgets/media/stored-file.tsx'
import { captureFrame } from './capture-frame.ts'

interface Props {
  readonly id: string
  readonly title: string
  /** Fields of the same form that take what the video tells. */
  readonly poster: string | undefined
  readonly duration: string | undefined
  readonly isLocked: boolean
}

/**
 * Returns the video's address. A file that was just chosen is played from the disk; only an earlier upload is
 * fetched.
 */
function useVideoUrl(id: string): string | null | undefined {
  const file = localFile(id)
  const load = async () => (file ? URL.createObjectURL(file) : undefined)
  const { value: local } = useLoaded(load, [file], (url) => url && URL.revokeObjectURL(url))
  const stored = useStoredUrl(file ? undefined : id)
  return file ? local : stored
}

/** A poster of the first second, which often is black, would say little. */
const beginOf = (length: number): number => Math.min(1, length / 2)
/** Recordings of browsers do not tell their length. */
const UNKNOWN_BEGIN = 0.1

export function VideoPreview({ id, title, poster, duration, isLocked }: Props) {
  const { form, read, write } = useFormScope()
  const url = useVideoUrl(id)
  const video = useRef<HTMLVideoElement>(null)
  const isPosterRequested = useRef(false)
  const [word, setWord] = useState('')
  const takePoster = async () => {
    if (!poster || !video.current) return
    setWord('正在截取封面…')
    try {
      const picture = await captureFrame(video.current)
      const options = { signal: AbortSignal.timeout(60_000), onProgress: () => undefined }
      write(poster, (await uploadFile(picture, { form, field: poster }, options)).id)
      setWord('已用当前画面作封面')
    } catch (error) {
      setWord(messageOf(error))
    }
  }
  const onLoadedMetadata = () => {
    if (!video.current) return
    const length = video.current.duration
    const isKnown = Number.isFinite(length)
    if (duration && isKnown && !read(duration)) write(duration, Math.max(1, Math.round(length)))
    if (!poster || read(poster) || isLocked) return
    isPosterRequested.current = true
    video.current.currentTime = isKnown ? beginOf(length) : UNKNOWN_BEGIN
  }
  const onSeeked = () => {
    if (!isPosterRequested.current) return
    isPosterRequested.current = false
    void takePoster()
  }
  if (url === null) return <span className="eq-muted">视频暂时无法播放</span>
  return (
    <span className="eq-upload-video">
      {/* biome-ignore lint/a11y/useMediaCaption: the uploader's own video, which has no captions yet */}
      <video
        ref={video}
        src={url}
        controls
        preload="metadata"
        playsInline
        aria-label={`已上传的${title}`}
        onLoadedMetadata={onLoadedMetadata}
        onSeeked={onSeeked}
      />
      {poster ? (
        <span className="eq-upload-poster">
          <Button look="text" disabled={isLocked} onClick={() => void takePoster()}>
            截取当前画面作封面
          </Button>
          <small role="status" className="eq-muted">
            {word}
          </small>
        </span>
      ) : null}
    </span>
  )
}
