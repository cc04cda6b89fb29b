// Owns the address of a page on its print sheet, as text and as QR code.
import { useEffect, useState } from 'react'
import { QrCode } from '../ui/qr-code.tsx'

/** Long after the first paint: only paper shows it, but a sheet is printed the moment it is asked for. */
const LATER = 2_000

export function PrintAddress() {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), LATER)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="eq-print-only eq-print-address">
      {isReady ? <QrCode text={window.location.href} label="本页地址的二维码" /> : null}
      <p>本页地址：{window.location.href}</p>
    </div>
  )
}
