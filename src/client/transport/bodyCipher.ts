import AES from 'crypto-js/aes'
import Base64 from 'crypto-js/enc-base64'
import Utf8 from 'crypto-js/enc-utf8'

const key = Utf8.parse(import.meta.env.VITE_BODY_KEY)
const iv = Utf8.parse(import.meta.env.VITE_BODY_IV)

/** AES-CBC with PKCS7, the defaults of crypto-js. It only hides bodies from proxy logs. */
export const sealBody = (body: unknown) => ({
  request_data: AES.encrypt(JSON.stringify(body), key, { iv }).ciphertext.toString(Base64),
  _isEncrypted: true,
})
