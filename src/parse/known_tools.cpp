#include "parse/known_tools.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "base/text.h"

namespace skillstow {

namespace {

// By frequency in 1,732 public skills, then what developers have on their machines. Sorted by bytes.
constexpr std::string_view k_tool_list =
    "7z 7za R Rscript Xvfb ab ack aclocal actionlint adb addgroup adduser ag agent-browser agy aider airflow "
    "alembic ansible-galaxy ansible-lint ansible-playbook ansible-vault apk apt apt-cache apt-get apt-key "
    "aptitude arduino-cli argocd aria2c asciidoctor asdf aspell astro autoconf automake autoreconf avdmanager awk "
    "aws aws-vault awslocal az azcopy azd azurite b2sum ballerina bandit base32 base64 basename bats bazel "
    "bazelisk bcftools bd bedtools biber bibtex bicep biome bison blastn blastp blkid bootc bowtie2 bq brew "
    "browserslist btop buck2 buf buildah bump2version bun bundler bunx bwa bzip2 cabal caddy cargo cargo-audit "
    "cargo-deny cargo-nextest cat cbt cc ccache cdk cdk8s certbot cfn-lint cfssl chafa checkov chezmoi chgrp "
    "chmod choco chown chromedriver chsh circleci cksum clang clang++ clang-format clang-tidy clasp clippy-driver "
    "cloc cloud-sql-proxy cloudflared cmake cmark cmp cmus code-server codeql codesign colima composer conan "
    "conda conftest containerd copilot-cli coredumpctl corepack cosign coursier cpack cpanm cpio cppcheck cqlsh "
    "create-react-app createdb createuser crictl crontab crossplane csc csplit csvcut csvkit csvlook csvsql ctags "
    "ctest curl curlie dagster dapr databricks datasette dbmate dbt dbus-send dconf dd ddev debootstrap deno "
    "depmod detekt devcontainer devspace df difft dig direnv dirname dive django-admin dmesg dnf dnsmasq "
    "docker-compose docker-machine doctl dogstatsd doppler dos2unix dotenv dotnet dotnet-counters dotnet-dump "
    "dotnet-ef dotnet-gcdump dotnet-monitor dotnet-sos dotnet-stack dotnet-trace dpkg dpkg-query drizzle-kit "
    "dropdb drush dsymutil du duckdb dumpcap dvc dx eas ecs-cli efibootmgr egrep eksctl electron-builder elm "
    "emacs emacsclient emcc emcmake emsdk enscript entr envsubst erl erlc esbuild eslint espeak etcdctl ethtool "
    "exa exiftool exiv2 expo eza fastapi fastfetch fastlane fastq-dump fastqc fc-cache fc-list fd fdfind fdisk "
    "fdupes ffmpeg ffplay ffprobe fgrep figlet findmnt findstr firebase firebase-tools firewall-cmd flatpak flit "
    "flutter flutterfire flux flyctl flyway fossil fping fpm frida fsck fsutil ftp func fuser fusermount fzf g++ "
    "gatk gawk gcc gcloud gcov gcovr gcsfuse gdal_translate gdalinfo gdalwarp gdb genisoimage getconf getent "
    "getfacl getopt gh ghc ghcup ghostscript git-lfs gitk gitlab-runner gitleaks gitui glab glances gm gmake "
    "gnuplot gofmt goimports golangci-lint google-chrome gopls goreleaser gource gpasswd gperf gpg gpg2 gpgconf "
    "gpgv gprof gradle gradlew grep groovy groupadd grpcurl grub-install grunt grype gs gsettings gsutil guile "
    "gulp gunicorn gunzip gws gzip hadolint hadoop haxe haxelib hcloud hdfs hdiutil hdparm helmfile heroku "
    "hexdump hf hg htop htpasswd httpd httpie httping httpx huggingface-cli hwinfo hx hyperfine iconv id ifconfig "
    "iftop img2pdf infracost initdb inkscape inotifywait ionic iostat iotop ipconfig ipcs iperf3 iptables ipython "
    "irb isort ispell istioctl iw jar jarsigner javac javadoc javap jbang jcmd jdeps jekyll jenv jest jless jlink "
    "jmap jmeter jpegoptim jps jq jshell jstack jstat julia jupyter jupyter-lab jupyter-notebook jupytext k3d k3s "
    "k6 k9s kafka-console-consumer kafka-console-producer kafka-topics keytool killall kn kops kotlin kotlinc "
    "kpsewhich ktlint kubeadm kubectl kubectx kubelet kubens kubeseal kubie kustomize lame latexmk ldapsearch "
    "ldconfig ldd lefthook lerna lessc lettactl lftp libreoffice linkerd lint-staged lipo litecli llama-cli "
    "llama-server llc lldb llvm-cov llvm-objdump llvm-profdata llvm-symbolizer ln localstack logrotate lolcat "
    "losetup lp lpass lpr ls lsb_release lsblk lscpu lsmod lsof lspci lsusb ltrace lua luac luajit lualatex "
    "luarocks lvcreate lxc lynx lz4 lzma m4 mage magick mailx makensis mamba mariadb markdownlint "
    "markdownlint-cli2 markitdown matlab maturin mawk md5 md5sum mdbook mdcat mdfind mdformat mdls mdutil "
    "mediainfo mediamtx meilisearch melos memcached micromamba minikube minio mise mkcert mkdir mkdocs mkfifo "
    "mkfs mkfs.ext4 mknod mktemp mkvmerge mlflow mmdc mmv modprobe mogrify mongo mongod mongodump mongoexport "
    "mongoimport mongorestore mongosh mosh mosquitto_pub mosquitto_sub mpg123 mpirun mpv msbuild mtr multipass "
    "multiqc mutt mv mvn mvnw mypy mysql mysqladmin mysqld mysqldump n8n nano nasm nats nawk nc ncat ncdu ncu "
    "neofetch netcat netlify netstat newgrp newman nextflow nf-core nft ng nginx ngrok nim nimble ninja nix "
    "nix-build nix-collect-garbage nix-env nix-shell nixos-rebuild nm nmap nmcli node-gyp nodemon nox "
    "npm-check-updates nproc npx nslookup ntfy ntpdate numfmt nvcc nvidia-smi nvim nvm nvme nx nyc objcopy "
    "objdump oc ocaml ocamlfind octave octave-cli od odo okteto ollama opa opam openapi-generator "
    "openapi-generator-cli opencode openssl openvpn osascript osqueryi ostree osv-scanner oxfmt oxlint pacman "
    "pandoc parted paru passwd patchelf pbcopy pbpaste pdffonts pdfimages pdfinfo pdfjam pdflatex pdfseparate "
    "pdftk pdftocairo pdftohtml pdftoppm pdftotext pdfunite pdm peco perldoc pg_ctl pg_dump pg_dumpall pg_isready "
    "pg_restore pgbench pgcli pgrep phpcs phpstan phpunit pigz pinact pip-audit pip-compile pip-sync pipdeptree "
    "pipenv pipx pixi pkg-config pkgbuild pkgutil pkill plantuml playwright playwright-cli plutil pm2 pmset "
    "pngcrush pngquant pnpm pnpx podman podman-compose poetry postconf postgres powershell pprof pre-commit prek "
    "prettier prisma promtool protoc protolint prowler proxychains4 ps pscp psexec psql pstree ptpython ptx "
    "pulumi pv pvcreate pwgen pwsh px pycodestyle pydocstyle pyenv pyflakes pyinstaller pylint pylsp pyreverse "
    "pyright pytest pyzotero qemu-img qemu-system-x86_64 qmake qpdf quarto quicktype rabbitmqctl rancher ranlib "
    "rar rbenv rclone react-native readelf readlink realpath redis-benchmark redis-cli redis-server redocly "
    "regsvr32 renovate resolvectl restic rg rm rmdir robocopy rollup rpm rpmbuild rscript rspec rsvg-convert "
    "rsync rubocop ruff rust-analyzer rustc rustfmt rustup rvm s3cmd s5cmd sam samtools sassc sbcl sbt scala "
    "scalac schtasks scons scoop scp scrcpy screencapture scrot scutil sdkman sdkmanager secedit sed "
    "semantic-release semgrep sendmail sentry-cli seqtk sequelize serverless setfacl sfdx sftp sha1sum sha256sum "
    "sha512sum shasum shellcheck shfmt shopify shred shuf sips skaffold skopeo slither sls smartctl smbclient "
    "snakemake snowsql snyk socat solc sonar-scanner sops sox spack sphinx-build sqlcmd sqlfluff sqlite3 sqlmap "
    "sqlplus ss ssh ssh-add ssh-agent ssh-copy-id ssh-keygen ssh-keyscan sshfs sshpass starship stow strace "
    "stylelint stylua su subfinder supabase supervisorctl svgo svn sw_vers swa swag swapoff swapon swc swiftc "
    "swiftformat swiftlint swig syft syncthing sysbench sysctl systemctl systemd-analyze systemd-run systeminfo "
    "tac tailscale tailwindcss taplo tar taskkill tasklist taskset tauri tcpdump telnet terraform terraform-docs "
    "terragrunt tesseract testssl.sh texcount texhash tfenv tflint tfsec timedatectl tini tkn tldr tlmgr tmux "
    "toilet tox tput tr traceroute trivy trufflehog ts-node tsc tshark tsx ttyd twurl typedoc typeorm typst "
    "udevadm ufw uglifyjs umount uname unar uncrustify uniq unrar unxz unzip unzstd update-alternatives upx "
    "useradd userdel usermod uuidgen uv uvicorn uvx vagrant valgrind vegeta vercel vi vim vips visudo vitest vlc "
    "vmstat vsce vue-cli-service vulture w3m wails wandb wasm-bindgen wasm-opt wasm-pack wasmer wasmtime "
    "watchexec watchman wc weasyprint webpack wget wget2 whisper-cli whoami whois winget wireshark wkhtmltopdf "
    "wl-copy wl-paste wmctrl wmic wp wpa_cli wrangler wrk wsl wslpath xattr xclip xcode-select xcodebuild "
    "xcodegen xcrun xdg-open xdotool xelatex xev xhost xmake xmllint xmlstarlet xpra xrandr xsel xsltproc xsv xxd "
    "xz xzcat yamllint yarn yarnpkg yasm yay ykman yosys youtube-dl yq yt-dlp yum zcat zellij zenity zfs zig zip "
    "zipinfo zoxide zpool zstd zypper ";

constexpr std::size_t k_tool_count = static_cast<std::size_t>(std::count(k_tool_list.begin(), k_tool_list.end(), ' '));

// The words of the list, each of which ends with a blank.
constexpr std::array<std::string_view, k_tool_count> split_tools() {
  std::array<std::string_view, k_tool_count> tools;
  std::size_t begin = 0;
  for (std::string_view& tool : tools) {
    const std::size_t end = k_tool_list.find(' ', begin);
    tool = k_tool_list.substr(begin, end - begin);
    begin = end + 1;
  }
  return tools;
}
constexpr std::array<std::string_view, k_tool_count> k_tools = split_tools();
static_assert(std::is_sorted(k_tools.begin(), k_tools.end()));

// Tools that are words of a language, or names that stand in sentences: "python scripts", "git history". Those of
// their subcommands that make a call of it.
struct WordTool {
  std::string_view name;
  std::string_view subcommands;  // between blanks
};
constexpr auto k_word_tools = std::to_array<WordTool>(
    {{"amplify", " add init publish pull push "},
     {"ansible", ""},
     {"ant", " build clean test "},
     {"ar", ""},
     {"babel", ""},
     {"bash", ""},
     {"bat", ""},
     {"bc", ""},
     {"black", ""},
     {"bower", " install "},
     {"bundle", " add exec install update "},
     {"chromium", ""},
     {"claude", " agents config doctor install mcp plugin setup-token update "},
     {"code", ""},
     {"codex", " exec login mcp resume "},
     {"comm", ""},
     {"compare", ""},
     {"consul", " agent kv members "},
     {"convert", ""},
     {"copilot", " plugin skill "},
     {"coverage", " combine erase html json lcov report run xml "},
     {"cp", ""},
     {"crane", ""},
     {"csh", ""},
     {"cursor", ""},
     {"cut", ""},
     {"cypress", " open run "},
     {"dart", " analyze compile create fix format pub run test "},
     {"dash", ""},
     {"date", ""},
     {"defaults", " delete read write "},
     {"diff", ""},
     {"docker",
      " attach build builder buildx commit compose container context cp create diff exec export image"
      " images info inspect kill load login logs network pause ps pull push restart rm rmi run save scout"
      " stack start stats stop swarm system tag top update version volume "},
     {"dot", ""},
     {"dust", ""},
     {"ed", ""},
     {"elixir", ""},
     {"env", ""},
     {"file", ""},
     {"find", ""},
     {"firefox", ""},
     {"fish", ""},
     {"flake8", ""},
     {"flex", ""},
     {"fly", " apps auth deploy launch logs machine open proxy scale secrets ssh status volumes "},
     {"fmt", ""},
     {"free", ""},
     {"gatsby", " build develop new "},
     {"gem", " build install list push uninstall update "},
     {"gemini", " extensions mcp skills "},
     {"git",
      " add am annotate apply archive bisect blame branch bundle cat-file check-ignore checkout cherry"
      " cherry-pick clean clone commit config describe diff diff-tree difftool fetch filter-branch"
      " filter-repo for-each-ref format-patch fsck gc grep hash-object init lfs log ls-files ls-remote"
      " ls-tree merge merge-base mergetool mv notes pull push range-diff rebase reflog remote repack reset"
      " restore rev-list rev-parse revert rm send-email shortlog show show-ref sparse-checkout stash"
      " status submodule subtree switch symbolic-ref tag update-index update-ref verify-commit worktree"
      " write-tree "},
     {"go", " build clean doc env fix fmt generate get install list mod run test tool version vet work "},
     {"gum", " choose confirm input spin style "},
     {"hatch", " build env new publish run shell test version "},
     {"head", ""},
     {"helm",
      " create dependency get history install lint list package plugin pull push registry repo rollback"
      " search show status template test uninstall upgrade "},
     {"hostname", ""},
     {"http", ""},
     {"https", ""},
     {"hub", ""},
     {"hugo", " build mod new server "},
     {"identify", ""},
     {"install", ""},
     {"ip", " a addr link netns route "},
     {"java", ""},
     {"just", ""},
     {"karma", " start "},
     {"kind", " build create delete export get load "},
     {"ko", " apply build "},
     {"ksh", ""},
     {"latex", ""},
     {"ld", ""},
     {"less", ""},
     {"lighthouse", ""},
     {"locate", ""},
     {"locust", ""},
     {"maestro", " cloud record studio test "},
     {"mail", ""},
     {"make",
      " all build check clean deploy dev dist docs down fmt format help install lint package release run"
      " setup start test up "},
     {"man", ""},
     {"mc", ""},
     {"meson", " compile configure setup test "},
     {"migrate", ""},
     {"mix", " assets.deploy compile deps.get ecto.migrate format local.hex new phx.new phx.server release test "},
     {"mocha", ""},
     {"modal", " app deploy environment run secret serve setup token volume "},
     {"montage", ""},
     {"mount", ""},
     {"next", " build dev lint start telemetry "},
     {"nice", ""},
     {"node", ""},
     {"nomad", " agent job node run status "},
     {"npm",
      " access add adduser audit bugs cache ci config create dedupe deprecate diff dist-tag docs doctor"
      " exec explain fund init install install-test link list login logout ls outdated owner pack pkg"
      " prefix prune publish query rebuild repo root run run-script search start stop test uninstall"
      " unlink unpublish update version view whoami "},
     {"nuxt", " build dev generate "},
     {"op", " item read run signin vault whoami "},
     {"open", ""},
     {"packer", " build fmt init validate "},
     {"parallel", ""},
     {"patch", ""},
     {"perf", " annotate list record report stat top "},
     {"perl", ""},
     {"php", " artisan composer "},
     {"ping", ""},
     {"pip", " cache check config debug download freeze index install list show uninstall wheel "},
     {"pip3", " cache check config debug download freeze index install list show uninstall wheel "},
     {"pkg", " add delete info install search update upgrade "},
     {"pod", " deintegrate init install lib repo spec trunk update "},
     {"puppet", " agent apply "},
     {"python", ""},
     {"python2", ""},
     {"python3", ""},
     {"rails", " console db:create db:migrate db:seed generate new routes runner server test "},
     {"railway", " add init link login logs run status up variables "},
     {"rake", " db:migrate test "},
     {"ruby", ""},
     {"rustdoc", ""},
     {"screen", ""},
     {"script", ""},
     {"security",
      " add-certificates add-generic-password delete-keychain find-generic-password find-identity"
      " list-keychains unlock-keychain "},
     {"seq", ""},
     {"service", ""},
     {"sh", ""},
     {"size", ""},
     {"sleep", ""},
     {"snap", " install list refresh remove "},
     {"snow", ""},
     {"sort", ""},
     {"split", ""},
     {"stack", " build exec ghci install new setup test "},
     {"stat", ""},
     {"strings", ""},
     {"strip", ""},
     {"stripe", " events listen login logs trigger "},
     {"swift", " build package run test "},
     {"tail", ""},
     {"tee", ""},
     {"tilt", " down up "},
     {"timeout", ""},
     {"top", ""},
     {"touch", ""},
     {"tree", ""},
     {"turbo", " build dev lint run test "},
     {"twine", " check upload "},
     {"vault", " auth kv login operator policy read secrets server status token unseal write "},
     {"vite", " build dev preview "},
     {"volta", " install pin "},
     {"vue", " create serve "},
     {"watch", ""},
     {"which", ""},
     {"whisper", ""},
     {"zsh", ""}});
static_assert(std::is_sorted(k_word_tools.begin(), k_word_tools.end(),
                             [](const WordTool& a, const WordTool& b) { return a.name < b.name; }));

// Words that follow a tool's name in a sentence, not in a call.
constexpr auto k_prose = std::to_array<std::string_view>(
    {"a",        "about",    "after",        "all",        "also",    "an",          "and",
     "any",      "are",      "as",           "at",         "based",   "before",      "but",
     "by",       "can",      "code",         "commands",   "could",   "credentials", "documentation",
     "does",     "doesn't",  "every",        "files",      "for",     "from",        "had",
     "has",      "have",     "if",           "in",         "instead", "into",        "is",
     "isn't",    "it",       "its",          "libraries",  "may",     "might",       "modules",
     "must",     "needs",    "not",          "of",         "on",      "only",        "or",
     "packages", "rather",   "repositories", "repository", "scripts", "should",      "so",
     "support",  "supports", "than",         "that",       "the",     "then",        "there",
     "this",     "to",       "tooling",      "uses",       "was",     "were",        "when",
     "where",    "which",    "will",         "with",       "without", "works",       "would",
     "you",      "your"});
static_assert(std::is_sorted(k_prose.begin(), k_prose.end()));

const WordTool* find_word_tool(std::string_view name) {
  const auto* found = std::lower_bound(k_word_tools.begin(), k_word_tools.end(), name,
                                       [](const WordTool& tool, std::string_view key) { return tool.name < key; });
  return found != k_word_tools.end() && found->name == name ? found : nullptr;
}

bool is_listed(std::string_view name) {
  return std::binary_search(k_tools.begin(), k_tools.end(), name) || find_word_tool(name) != nullptr;
}

// "python3.12" -> "python", "clang-17" -> "clang"; any other name as it is.
std::string_view without_version(std::string_view name) {
  std::size_t end = name.size();
  while (end > 0 && (is_digit(name[end - 1]) || name[end - 1] == '.' || name[end - 1] == '-')) --end;
  const std::string_view plain = name.substr(0, end);
  constexpr std::string_view k_versioned[] = {"clang", "clang++",  "clang-format", "clang-tidy", "g++",
                                              "gcc",   "gfortran", "lua",          "perl",       "php",
                                              "pip",   "pypy",     "python",       "ruby"};
  return std::find(std::begin(k_versioned), std::end(k_versioned), plain) != std::end(k_versioned) ? plain : name;
}

bool has_subcommand(const WordTool& tool, std::string_view word) {
  const std::string_view all = tool.subcommands;
  for (std::size_t at = all.find(word); at != std::string_view::npos; at = all.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if (at > 0 && end < all.size() && all[at - 1] == ' ' && all[end] == ' ') return true;
  }
  return false;
}

// Options, paths, variables, quotes, placeholders: what no plain word of a sentence looks like.
bool looks_technical(std::string_view word) {
  if (word.find_first_not_of("-=<>!|+") == std::string_view::npos) return false;  // an operator or an arrow
  if (std::string_view("-./~$\"'<{@\\*+%").find(word.front()) != std::string_view::npos) {
    return word.size() > 1 || word == "." || word == "*" || word == "-";
  }
  while (!word.empty() && std::string_view(".,:;!?)").find(word.back()) != std::string_view::npos)
    word.remove_suffix(1);
  return word.find_first_of("./=:*_$@") != std::string_view::npos;
}

}  // namespace

bool is_known_tool(std::string_view name) { return is_listed(name) || is_listed(without_version(name)); }

bool is_sentence_word(std::string_view word) { return std::binary_search(k_prose.begin(), k_prose.end(), word); }

bool looks_like_call(std::string_view text) {
  const std::size_t end = text.find_first_of(" \t");
  if (end == std::string_view::npos) return false;
  const std::string_view name = text.substr(0, end);
  std::string_view rest = trim(text.substr(end));
  const std::string_view word = rest.substr(0, rest.find_first_of(" \t\r\n"));
  if (word.empty() || !is_known_tool(name)) return false;
  const WordTool* tool = find_word_tool(name);
  if (tool == nullptr && !std::binary_search(k_tools.begin(), k_tools.end(), name)) {
    tool = find_word_tool(without_version(name));
  }
  if (tool != nullptr) return looks_technical(word) || has_subcommand(*tool, word);
  if (is_sentence_word(word)) return false;
  return is_alnum(word.front()) || looks_technical(word) || word.front() == '[';
}

}  // namespace skillstow
