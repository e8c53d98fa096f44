// The page of an old key: goes on with what was open as soon as this browser has the new one.
import { watch } from "./request.js";

const address = new URL(location.href);
address.searchParams.delete("token"); // an old one in the address stays wrong
watch(() => address.href, (status) => void (![0, 401].includes(status) && location.replace(address)));
