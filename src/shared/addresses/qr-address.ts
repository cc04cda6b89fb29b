// Builds the address of the picture of a QR code that leads to an address of the portal.

export const QR_ADDRESS = '/pictures/qr.svg'

/**
 * Maximum length after the origin, in characters: a longer one makes a code too fine for a phone to read at the size
 * of a stamp.
 */
export const MAX_QR_TARGET_LENGTH = 300

/** `to`: an address without its origin, such as `/#/home-page`. Undefined for what is too long for a code. */
export function qrAddress(to: string): string | undefined {
  return to.length > MAX_QR_TARGET_LENGTH ? undefined : `${QR_ADDRESS}?to=${encodeURIComponent(to)}`
}
