// Draws the address of a page on its print sheet, as text and as QR code.
import { useEffect } from 'react'
import { fetchForPaper } from '#portal/ui/browser/print-page.ts'
import { QrCode } from '#portal/ui/qr-code.tsx'

/** Hidden on a screen; the code is fetched for paper only. */
export function PrintAddress() {
  const address = window.location.href
  useEffect(() => {
    addEventListener('beforeprint', fetchForPaper)
    return () => removeEventListener('beforeprint', fetchForPaper)
  }, [])
  return (
    <div className="eq-print-only eq-print-address">
      <QrCode key={address} address={address} label="本页地址的二维码" late />
      <p>本页地址：{address}</p>
    </div>
  )
}
