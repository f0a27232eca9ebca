import type { ManifestOptions } from 'vite-plugin-pwa'

/** `npm run screenshots` takes them. */
const screenshots = [
  { name: 'dashboard', label: 'Dashboard' },
  { name: 'customer', label: 'A customer' },
  { name: 'arrears', label: 'Arrears' },
].flatMap(({ name, label }) =>
  (
    [
      ['wide', 1280, 800],
      ['narrow', 390, 844],
    ] as const
  ).map(([form_factor, width, height]) => ({
    src: `/screenshots/${name}-${width}.png`,
    sizes: `${width}x${height}`,
    type: 'image/png',
    form_factor,
    label,
  })),
)

export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Alajo',
  short_name: 'Alajo',
  description: 'Back office for thrift savings and loans, readable without a network',
  lang: 'en-NG',
  start_url: '/dashboard',
  scope: '/',
  display: 'standalone',
  theme_color: '#171d52',
  background_color: '#f6f4ee',
  categories: ['business', 'finance'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  screenshots,
  shortcuts: [
    { name: 'Agents', url: '/agents/list' },
    { name: 'Dashboard', url: '/dashboard' },
  ],
}
