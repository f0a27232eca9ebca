import type { ManifestOptions } from 'vite-plugin-pwa'

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
  shortcuts: [
    { name: 'Agents', url: '/agents/list' },
    { name: 'Dashboard', url: '/dashboard' },
  ],
}
