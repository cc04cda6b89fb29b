// Captures the current frame of a video as a picture.

const MAX_SIZE_PX = 1280

export function captureFrame(video: HTMLVideoElement): Promise<File> {
  const { videoWidth, videoHeight } = video
  const scale = Math.min(1, MAX_SIZE_PX / Math.max(videoWidth, videoHeight, 1))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(videoWidth * scale)
  canvas.height = Math.round(videoHeight * scale)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => {
        if (blob) resolve(new File([blob], '封面.jpg', { type: 'image/jpeg' }))
        else reject(new Error('no picture'))
      },
      'image/jpeg',
      0.85,
    )
  })
}
