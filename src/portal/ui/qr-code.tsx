// Draws the QR code of an address of the portal; the server renders it.
import { qrAddress } from '#shared/addresses/qr-address.ts'

interface Props {
  readonly address: string
  readonly label: string
  /** Fetched when it comes to be seen, on paper too; else at once. */
  readonly late?: boolean
}

/** In pixels of the drawing; how large it shows is the style's. */
const SIZE = 168

/** Draws nothing for an address outside the portal, or one that is too long for a code. */
export function QrCode({ address, label, late }: Props) {
  const { origin } = window.location
  const picture = address.startsWith(`${origin}/`) ? qrAddress(address.slice(origin.length)) : undefined
  if (picture === undefined) return null
  return (
    <img
      className="eq-qr"
      src={picture}
      alt={label}
      width={SIZE}
      height={SIZE}
      loading={late ? 'lazy' : undefined}
    />
  )
}
