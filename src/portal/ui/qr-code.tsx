// Owns the QR code of an address of the portal, as the server draws it.
import { qrAddress } from '#shared/addresses/qr-address.ts'

interface Props {
  readonly address: string
  readonly label: string
  /** Fetched when it comes to be seen, on paper too; else at once. */
  readonly late?: boolean
}

/** In pixels of the drawing; how large it shows is the style's. */
const SIZE = 168

/** None for what is no address of the portal's, or too long for a code. */
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
