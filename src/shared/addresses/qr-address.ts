// Owns the address of the picture of a QR code, which leads to a place of the portal.

export const QR_ADDRESS = '/pictures/qr.svg'

/** Of what stands behind the origin: a code of a longer one is finer than a phone reads at the size of a stamp. */
export const MAX_QR_TARGET_LENGTH = 300

/** `to`: an address without its origin, such as `/#/home-page`. Undefined for what is too long for a code. */
export function qrAddress(to: string): string | undefined {
  return to.length > MAX_QR_TARGET_LENGTH ? undefined : `${QR_ADDRESS}?to=${encodeURIComponent(to)}`
}
