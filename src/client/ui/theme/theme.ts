import { createTheme } from '@mui/material/styles'
import './forcedColors.css'

export const fontFamily = 'system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif'
const shared = { fontFamily }

/** Adire indigo, palm green, terracotta and amber on a warm ground, in both schemes. */
export const theme = createTheme({
  // Sizes of texts follow the font size of the browser; the style sheets' are converted at the build (vite.config.ts).
  unstable_sxConfig: { fontSize: { themeKey: 'typography', transform: inRem } },
  cssVariables: { colorSchemeSelector: 'data-theme' },
  colorSchemes: {
    light: {
      palette: {
        primary: { main: '#26307a', dark: '#171d52', light: '#e8eaf7', contrastText: '#ffffff' },
        success: { main: '#14633b', light: '#e1f2e8' },
        error: { main: '#a13520', light: '#fae7e1' },
        warning: { main: '#7d5200', light: '#fcefd2' },
        info: { main: '#1b5a86', light: '#e1eff9' },
        background: { default: '#f6f4ee', paper: '#ffffff' },
        text: { primary: '#1b1d29', secondary: '#565969' },
        divider: '#e2ddd1',
        grey: { 100: '#efece4', 500: '#8b8778' },
      },
    },
    dark: {
      palette: {
        primary: { main: '#aab4ff', dark: '#8e9aec', light: '#282d52', contrastText: '#12153a' },
        success: { main: '#7fd6a6', light: '#173326' },
        error: { main: '#ffa38c', light: '#43211a' },
        warning: { main: '#f3c469', light: '#3c2f13' },
        info: { main: '#8ecbf3', light: '#172f41' },
        background: { default: '#12131a', paper: '#1b1d27' },
        text: { primary: '#ecebf3', secondary: '#a9abba' },
        divider: '#30333f',
        grey: { 100: '#16171f', 500: '#80838f' },
      },
    },
  },
  shape: { borderRadius: 8 },
  typography: {
    ...shared,
    fontSize: 15,
    button: { textTransform: 'none', fontWeight: 600, fontSize: inRem(15) },
    h1: { fontSize: inRem(24), fontWeight: 700, lineHeight: 1.2, letterSpacing: '-.01em' },
    h2: { fontSize: inRem(16), fontWeight: 650 },
    body1: { fontSize: inRem(15), lineHeight: 1.45 },
    body2: { fontSize: inRem(14), lineHeight: 1.45 },
  },
  components: {
    MuiCssBaseline: {
      styleOverrides: {
        body: { fontVariantNumeric: 'tabular-nums' },
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': {
            animationDuration: '0.01ms !important',
            // A very short transition would still start one for every change of every element.
            transition: 'none !important',
          },
        },
      },
    },
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        // A list has lower controls where there is a mouse (Screen.tsx).
        root: {
          minHeight: 'var(--ctl, 44px)',
          paddingBlock: 4,
          paddingInline: 16,
          borderRadius: 8,
          '&.Mui-focusVisible': focusRing(),
        },
        outlined: ({ theme: t }) => ({
          borderColor: t.vars?.palette.grey[500],
          color: t.vars?.palette.text.primary,
          backgroundColor: t.vars?.palette.background.paper,
        }),
        sizeSmall: {
          minHeight: 36,
          paddingInline: 12,
          fontSize: inRem(14),
          '@media (pointer: coarse)': { minHeight: 44 },
        },
      },
    },
    MuiIconButton: {
      styleOverrides: { root: { minWidth: 44, minHeight: 44, '&.Mui-focusVisible': focusRing() } },
    },
    // Doubled specificity: MUI lowers it again from 600 px on.
    MuiMenuItem: { styleOverrides: { root: { '&&': { minHeight: 44 } } } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: ({ theme: t }) => ({
          minHeight: 'var(--ctl, 44px)',
          backgroundColor: t.vars?.palette.background.paper,
        }),
        input: { '&&': { paddingBlock: 'calc((var(--ctl, 44px) - 24px) / 2)' } },
        notchedOutline: ({ theme: t }) => ({ borderColor: t.vars?.palette.grey[500] }),
      },
    },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiLink: { styleOverrides: { root: { '&:focus-visible': focusRing() } } },
  },
})

/** In the primary colour: a filled button's text has the colour of the background around it. */
function focusRing() {
  return { outline: '3px solid var(--mui-palette-primary-main)', outlineOffset: 2 }
}

/** A size in px at the usual font size of browsers. */
function inRem(size: unknown) {
  return typeof size === 'number' ? `${size / 16}rem` : (size as string)
}
