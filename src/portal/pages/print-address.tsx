// Owns the address of a page on its print sheet, as text and as QR code.
import { useEffect, useState } from 'react'
import { QrCode } from '../ui/qr-code.tsx'

/** Long after the first paint: only paper shows it, but a sheet is printed the moment it is asked for. */
const LATER = 2_000

/** Drawn for an address that stays, and not for each page that is turned. */
export function PrintAddress() {
  const address = window.location.href
  const [settled, setSettled] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setSettled(address), LATER)
    return () => clearTimeout(timer)
  }, [address])
  return (
    <div className="eq-print-only eq-print-address">
      {settled === address ? <QrCode text={address} label="本页地址的二维码" /> : null}
      <p>本页地址：{address}</p>
    </div>
  )
}
