// Draws the input of a video: sent with its progress, played back; its length and a poster are taken from it.
import { lazy, Suspense } from 'react'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { type InputProps, isLocked } from '#portal/widgets/input-props.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import { UploadBox } from './parts/upload-box.tsx'

const VideoPreview = lazy(async () => ({
  default: (await import('./parts/video-preview.tsx')).VideoPreview,
}))

export function VideoInput(props: InputProps) {
  const { poster, duration } = optionsOf<'inputs/video'>(props)
  return (
    <UploadBox
      props={props}
      kinds={['mp4']}
      max={1}
      draw={(id) => (
        <Suspense fallback={<Skeleton shape="block" height={180} />}>
          <VideoPreview
            id={id}
            title={props.label}
            poster={poster}
            duration={duration}
            isLocked={isLocked(props)}
          />
        </Suspense>
      )}
    />
  )
}
