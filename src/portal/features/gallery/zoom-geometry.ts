// Computes size and offset of a picture in its frame; pure, so that all input methods agree.

export interface ZoomView {
  /** 1 shows the picture whole. */
  readonly scale: number
  /** Pixels of the screen from the middle of the frame to that of the picture. */
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export const WHOLE_VIEW: ZoomView = { scale: 1, x: 0, y: 0 }
export const MAX_SCALE = 6
/** The zoom factor of one press of a key or button. */
export const ZOOM_FACTOR = 1.5
/** The scale after a double tap. */
export const DOUBLE_TAP_SCALE = 2.5

/** The point of the frame at `at`, measured from its middle, stays where it is. */
export function zoomBy(view: ZoomView, factor: number, frame: Size, at = { x: 0, y: 0 }): ZoomView {
  const scale = Math.min(MAX_SCALE, Math.max(1, view.scale * factor))
  const ratio = scale / view.scale
  return keepWithin({ scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }, frame)
}

export function moveBy(view: ZoomView, x: number, y: number, frame: Size): ZoomView {
  return keepWithin({ ...view, x: view.x + x, y: view.y + y }, frame)
}

/** No edge of the picture comes further in than the frame's own. */
function keepWithin({ scale, x, y }: ZoomView, { width, height }: Size): ZoomView {
  const [mostX, mostY] = [(width * (scale - 1)) / 2, (height * (scale - 1)) / 2]
  const within = (value: number, most: number) => Math.min(most, Math.max(-most, value))
  return { scale, x: within(x, mostX), y: within(y, mostY) }
}
